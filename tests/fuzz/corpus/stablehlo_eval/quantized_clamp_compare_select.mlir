// random program 5
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[[[-319, -2147483648], [-228, -279], [-152, -245], [246, -262]]]> : tensor<1x4x2xi32>}> : () -> tensor<1x4x2x!quant.uniform<i32<-2147483647:2147483645>:f32, 0.25:-48>>
  %1 = "stablehlo.constant"() <{value = dense<[[[259, 2147483645], [-79, -299], [-109, 169], [162, -102]]]> : tensor<1x4x2xi32>}> : () -> tensor<1x4x2x!quant.uniform<i32<-2147483647:2147483645>:f32, 0.25:-48>>
  %2 = "stablehlo.compare"(%0, %1) <{comparison_direction = #stablehlo<comparison_direction EQ>, compare_type = #stablehlo<comparison_type FLOAT>}> : (tensor<1x4x2x!quant.uniform<i32<-2147483647:2147483645>:f32, 0.25:-48>>, tensor<1x4x2x!quant.uniform<i32<-2147483647:2147483645>:f32, 0.25:-48>>) -> tensor<1x4x2xi1>
  %3 = "stablehlo.constant"() <{value = dense<[[[-135, -125], [2147483645, -390], [-425, -82], [-430, -20]]]> : tensor<1x4x2xi32>}> : () -> tensor<1x4x2x!quant.uniform<i32<-2147483647:2147483645>:f32, 0.25:-48>>
  %4 = "stablehlo.clamp"(%0, %1, %3)  : (tensor<1x4x2x!quant.uniform<i32<-2147483647:2147483645>:f32, 0.25:-48>>, tensor<1x4x2x!quant.uniform<i32<-2147483647:2147483645>:f32, 0.25:-48>>, tensor<1x4x2x!quant.uniform<i32<-2147483647:2147483645>:f32, 0.25:-48>>) -> tensor<1x4x2x!quant.uniform<i32<-2147483647:2147483645>:f32, 0.25:-48>>
  %5 = "stablehlo.constant"() <{value = dense<[[[1, 1], [0, 1], [0, 0], [0, 0]]]> : tensor<1x4x2xi1>}> : () -> tensor<1x4x2xi1>
  %6 = "stablehlo.constant"() <{value = dense<[[[25, -85], [-192, -338], [351, -146], [-2147483648, 77]]]> : tensor<1x4x2xi32>}> : () -> tensor<1x4x2x!quant.uniform<i32<-2147483647:2147483645>:f32, 0.25:-48>>
  %7 = "stablehlo.select"(%5, %0, %6)  : (tensor<1x4x2xi1>, tensor<1x4x2x!quant.uniform<i32<-2147483647:2147483645>:f32, 0.25:-48>>, tensor<1x4x2x!quant.uniform<i32<-2147483647:2147483645>:f32, 0.25:-48>>) -> tensor<1x4x2x!quant.uniform<i32<-2147483647:2147483645>:f32, 0.25:-48>>
  %8 = "stablehlo.constant"() <{value = dense<[176, 233, 74]> : tensor<3xui8>}> : () -> tensor<3x!quant.uniform<ui8:f32, 1.0:159>>
  %9 = "stablehlo.constant"() <{value = dense<[0, 171, 66]> : tensor<3xui8>}> : () -> tensor<3x!quant.uniform<ui8:f32, 1.0:159>>
  %10 = "stablehlo.compare"(%8, %9) <{comparison_direction = #stablehlo<comparison_direction LT>, compare_type = #stablehlo<comparison_type FLOAT>}> : (tensor<3x!quant.uniform<ui8:f32, 1.0:159>>, tensor<3x!quant.uniform<ui8:f32, 1.0:159>>) -> tensor<3xi1>
  %11 = "stablehlo.constant"() <{value = dense<[67, 211, 255]> : tensor<3xui8>}> : () -> tensor<3x!quant.uniform<ui8:f32, 1.0:159>>
  %12 = "stablehlo.clamp"(%8, %9, %11)  : (tensor<3x!quant.uniform<ui8:f32, 1.0:159>>, tensor<3x!quant.uniform<ui8:f32, 1.0:159>>, tensor<3x!quant.uniform<ui8:f32, 1.0:159>>) -> tensor<3x!quant.uniform<ui8:f32, 1.0:159>>
  %13 = "stablehlo.constant"() <{value = dense<[1, 0, 0]> : tensor<3xi1>}> : () -> tensor<3xi1>
  %14 = "stablehlo.constant"() <{value = dense<[150, 159, 232]> : tensor<3xui8>}> : () -> tensor<3x!quant.uniform<ui8:f32, 1.0:159>>
  %15 = "stablehlo.select"(%13, %8, %14)  : (tensor<3xi1>, tensor<3x!quant.uniform<ui8:f32, 1.0:159>>, tensor<3x!quant.uniform<ui8:f32, 1.0:159>>) -> tensor<3x!quant.uniform<ui8:f32, 1.0:159>>
  "check.expect_eq_const"(%2) <{value = dense<[[[0, 0], [0, 0], [0, 0], [0, 0]]]> : tensor<1x4x2xi1>}> : (tensor<1x4x2xi1>) -> ()
  %bits4 = "stablehlo.bitcast_convert"(%4) : (tensor<1x4x2x!quant.uniform<i32<-2147483647:2147483645>:f32, 0.25:-48>>) -> tensor<1x4x2xi32>
  "check.expect_eq_const"(%bits4) <{value = dense<[[[-135, -125], [-79, -390], [-425, -82], [-430, -102]]]> : tensor<1x4x2xi32>}> : (tensor<1x4x2xi32>) -> ()
  %bits7 = "stablehlo.bitcast_convert"(%7) : (tensor<1x4x2x!quant.uniform<i32<-2147483647:2147483645>:f32, 0.25:-48>>) -> tensor<1x4x2xi32>
  "check.expect_eq_const"(%bits7) <{value = dense<[[[-319, -2147483648], [-192, -279], [351, -146], [-2147483648, 77]]]> : tensor<1x4x2xi32>}> : (tensor<1x4x2xi32>) -> ()
  "check.expect_eq_const"(%10) <{value = dense<[0, 0, 0]> : tensor<3xi1>}> : (tensor<3xi1>) -> ()
  %bits12 = "stablehlo.bitcast_convert"(%12) : (tensor<3x!quant.uniform<ui8:f32, 1.0:159>>) -> tensor<3xui8>
  "check.expect_eq_const"(%bits12) <{value = dense<[67, 211, 74]> : tensor<3xui8>}> : (tensor<3xui8>) -> ()
  %bits15 = "stablehlo.bitcast_convert"(%15) : (tensor<3x!quant.uniform<ui8:f32, 1.0:159>>) -> tensor<3xui8>
  "check.expect_eq_const"(%bits15) <{value = dense<[176, 159, 232]> : tensor<3xui8>}> : (tensor<3xui8>) -> ()
  return
}
