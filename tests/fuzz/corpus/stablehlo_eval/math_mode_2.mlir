func.func @main() -> tensor<2x1x2xf32> {
  %a = stablehlo.constant() <{value = dense<[[[1, 2]], [[3, 4]]]> : tensor<2x1x2xi8>}> : () -> tensor<2x1x2x!quant.uniform<i8:f32:0, {0.5:1,2.0}>>
  %r = stablehlo.uniform_dequantize %a : (tensor<2x1x2x!quant.uniform<i8:f32:0, {0.5:1,2.0}>>) -> tensor<2x1x2xf32>
  return %r : tensor<2x1x2xf32>
}
