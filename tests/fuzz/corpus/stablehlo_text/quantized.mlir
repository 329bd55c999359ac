func.func @main(%x: tensor<2x3xf32>, %w: tensor<3x2x!quant.uniform<i8<-127:127>:f32:1, {0.1, 0.2}>>) -> tensor<2x2xf32> {
  %0 = stablehlo.uniform_quantize %x : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32, 0.5:-3>>
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i8:f32, 0.5:-3>>, tensor<3x2x!quant.uniform<i8<-127:127>:f32:1, {0.1, 0.2}>>) -> tensor<2x2x!quant.uniform<i32:f32:1, {0.05, 0.1}>>
  %2 = stablehlo.uniform_dequantize %1 : (tensor<2x2x!quant.uniform<i32:f32:1, {0.05, 0.1}>>) -> tensor<2x2xf32>
  %t = "stablehlo.transpose"(%w) {permutation = array<i64: 1, 0>} : (tensor<3x2x!quant.uniform<i8<-127:127>:f32:1, {0.1, 0.2}>>) -> tensor<2x3x!quant.uniform<i8<-127:127>:f32:0, {0.1, 0.2}>>
  return %2 : tensor<2x2xf32>
}
// -----
!q = !quant.uniform<u8:f32:{0:1, 1:2}, {{2.0:120, 3.0:127}, {4.0, 5.0:200}}>
func.func private @g(tensor<2x4x!q>) -> tensor<2x4x!q>
