func.func @main(%a: tensor<4x4x!quant.uniform<i8:f32:{0:2, 1:4}, {{0.5}, {2.0:1}}>>) -> tensor<4x4xf32> {
  %r = stablehlo.uniform_dequantize %a : (tensor<4x4x!quant.uniform<i8:f32:{0:2, 1:4}, {{0.5}, {2.0:1}}>>) -> tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}
