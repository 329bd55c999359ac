#include <cstdio>
#include <qgpu/version.hpp>

int main() { std::printf("%s\n", qgpu::version()); }
