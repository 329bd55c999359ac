// Every kind of kernel on tensors of a million elements: on a device with little memory they go through it in windows.
!A = tensor<1024x1024x!quant.uniform<i8:f32, 0.03>>
!B = tensor<1024x1024x!quant.uniform<i8:f32, 0.07:1>>
!R = tensor<1024x1024x!quant.uniform<i16:f32, 0.5>>
!P = tensor<262144x4x!quant.uniform<i8:f32:1, {0.03:1, 0.011:-2, 0.5:3, 0.07}>>
!Q = tensor<4x262144x!quant.uniform<i8:f32:0, {0.03:1, 0.011:-2, 0.5:3, 0.07}>>
func.func @main() -> (tensor<1024x1024xf32>, !R, !P, !Q) {
  %i = stablehlo.iota dim = 0 : tensor<1048576xi8>
  %j = stablehlo.iota dim = 0 : tensor<1048576xi32>
  %seven = stablehlo.constant dense<7> : tensor<1048576xi32>
  %k = stablehlo.shift_right_logical %j, %seven : tensor<1048576xi32>
  %l = stablehlo.convert %k : (tensor<1048576xi32>) -> tensor<1048576xi8>
  %m = stablehlo.xor %i, %l : tensor<1048576xi8>
  %n = stablehlo.reshape %m : (tensor<1048576xi8>) -> tensor<1024x1024xi8>
  %a = stablehlo.bitcast_convert %n : (tensor<1024x1024xi8>) -> !A
  %b = stablehlo.add %a, %a : (!A, !A) -> !B
  %t = stablehlo.tanh %b : (!B) -> !A
  %r = stablehlo.dot_general %b, %a, contracting_dims = [1] x [1] : (!B, !A) -> !R
  %u = stablehlo.uniform_quantize %t : (!A) -> !R
  %x = stablehlo.uniform_dequantize %u : (!R) -> tensor<1024x1024xf32>
  %y = stablehlo.reshape %x : (tensor<1024x1024xf32>) -> tensor<262144x4xf32>
  %z = stablehlo.reshape %x : (tensor<1024x1024xf32>) -> tensor<4x262144xf32>
  %p = stablehlo.uniform_quantize %y : (tensor<262144x4xf32>) -> !P
  %q = stablehlo.uniform_quantize %z : (tensor<4x262144xf32>) -> !Q
  return %x, %r, %p, %q : tensor<1024x1024xf32>, !R, !P, !Q
}
