// The search for any processor.
#include "random.hpp"
#include "searches.hpp"

// What the compiler says of a processor it was told of midway, such as `__BMI2__`, differs between compilers.
#define STOVA_WITH_BMI2 0
namespace stova::portable {
#include "search_parts.hpp"
}  // namespace stova::portable
