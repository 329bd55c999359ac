func.func @main() -> tensor<2x!quant.uniform<i8:f32, 1.0>> {
%a = stablehlo.constant() <{value = dense<[1, 3]> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 0.5>>
%r = stablehlo.add %a, %a : (tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 1.0>>
return %r : tensor<2x!quant.uniform<i8:f32, 1.0>>
}
