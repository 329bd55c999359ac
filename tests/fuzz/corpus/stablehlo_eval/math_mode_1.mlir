func.func @main() -> tensor<1x1x!quant.uniform<i8:f32, 1.0>> {
%a = stablehlo.constant() <{value = dense<3> : tensor<1x1xi8>}> : () -> tensor<1x1x!quant.uniform<i8:f32, 1.0>>
%b = stablehlo.constant() <{value = dense<1> : tensor<1x1xi8>}> : () -> tensor<1x1x!quant.uniform<i8:f32, 0.5>>
%r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<1x1x!quant.uniform<i8:f32, 1.0>>, tensor<1x1x!quant.uniform<i8:f32, 0.5>>) -> tensor<1x1x!quant.uniform<i8:f32, 1.0>>
return %r : tensor<1x1x!quant.uniform<i8:f32, 1.0>>
}
