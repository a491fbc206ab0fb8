// Search and play-outs for any processor.
#include "builds.hpp"
#include "random.hpp"

// What the compiler says of a processor it was told of midway, such as `__BMI2__`, differs between compilers.
#define STOVA_WITH_BMI2 0
namespace stova::portable {
#include "build_parts.hpp"
}  // namespace stova::portable
