func.func @main() -> tensor<1x!quant.uniform<i8:f32, 0.15:-1>> {
%a = stablehlo.constant() <{value = dense<9> : tensor<1xi8>}> : () -> tensor<1x!quant.uniform<i8:f32, 0.025:-1>>
%b = stablehlo.constant() <{value = dense<9> : tensor<1xi8>}> : () -> tensor<1x!quant.uniform<i8:f32, 0.075:-1>>
%r = stablehlo.add %a, %b : (tensor<1x!quant.uniform<i8:f32, 0.025:-1>>, tensor<1x!quant.uniform<i8:f32, 0.075:-1>>) -> tensor<1x!quant.uniform<i8:f32, 0.15:-1>>
return %r : tensor<1x!quant.uniform<i8:f32, 0.15:-1>>
}
