func.func @main() -> (tensor<1x2xi4>, tensor<i16>, tensor<2xui8>) {
  %a = stablehlo.constant dense<[-91]> : tensor<1xi8>
  %n = stablehlo.bitcast_convert %a : (tensor<1xi8>) -> tensor<1x2xi4>
  %b = stablehlo.constant dense<[1, -128]> : tensor<2xi8>
  %w = stablehlo.bitcast_convert %b : (tensor<2xi8>) -> tensor<i16>
  %u = stablehlo.bitcast_convert %b : (tensor<2xi8>) -> tensor<2xui8>
  return %n, %w, %u : tensor<1x2xi4>, tensor<i16>, tensor<2xui8>
}
