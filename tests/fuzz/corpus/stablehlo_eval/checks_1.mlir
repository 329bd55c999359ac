func.func @main() {
%a = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
check.expect_eq_const %a, dense<[[1.0, 2.0], [3.5, 4.5]]> : tensor<2x2xf32>
check.expect_almost_eq_const %a, dense<[[1.00005, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
func.return
}
