func.func @main() -> tensor<2xui64> {
  %s = stablehlo.constant dense<0> : tensor<2xui64>
  %a, %b = "stablehlo.rng_bit_generator"(%s) <{rng_algorithm = #stablehlo<rng_algorithm PHILOX>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2xui64>)
  return %b : tensor<2xui64>
}
