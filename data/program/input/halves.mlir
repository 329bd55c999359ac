func.func @main(%a: tensor<4x!quant.uniform<i8:f32, 0.5>>) -> (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4xf32>) {
  %sum = stablehlo.add %a, %a : (tensor<4x!quant.uniform<i8:f32, 0.5>>, tensor<4x!quant.uniform<i8:f32, 0.5>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  %real = stablehlo.uniform_dequantize %a : (tensor<4x!quant.uniform<i8:f32, 0.5>>) -> tensor<4xf32>
  return %sum, %real : tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4xf32>
}
