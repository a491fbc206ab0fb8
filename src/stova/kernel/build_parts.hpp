// All that is compiled twice. Included by build_portable.cpp and build_bmi2.cpp in the namespace of each.
#include "bits.hpp"
#include "bonuses.hpp"
#include "glance.hpp"
#include "moves.hpp"
#include "relatives.hpp"
#include "memory.hpp"
#include "search.hpp"
#include "solve.hpp"
#include "expect.hpp"
#include "playout.hpp"

extern const Build BUILD{solve, expect, play_out};
