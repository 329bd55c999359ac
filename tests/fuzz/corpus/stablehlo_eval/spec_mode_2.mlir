func.func @main() -> tensor<!quant.uniform<i32:f32, 2.0>> {
  %a = stablehlo.constant() <{value = dense<100> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 1.0>>
  %i = stablehlo.constant() <{value = dense<0> : tensor<i8>}> : () -> tensor<!quant.uniform<i8:f32, 1.0>>
  %r = "stablehlo.reduce"(%a, %i) <{dimensions = array<i64: 0>}> ({
    ^bb0(%x: tensor<!quant.uniform<i32:f32, 2.0>>, %y: tensor<!quant.uniform<i32:f32, 2.0>>):
      %s = stablehlo.add %x, %y : tensor<!quant.uniform<i32:f32, 2.0>>
      stablehlo.return %s : tensor<!quant.uniform<i32:f32, 2.0>>
  }) : (tensor<2x!quant.uniform<i8:f32, 1.0>>, tensor<!quant.uniform<i8:f32, 1.0>>) -> tensor<!quant.uniform<i32:f32, 2.0>>
  return %r : tensor<!quant.uniform<i32:f32, 2.0>>
}
