// All of the search. Included by search_portable.cpp and search_bmi2.cpp in the namespace of each.
#include "bonuses.hpp"
#include "glance.hpp"
#include "moves.hpp"
#include "relatives.hpp"
#include "memory.hpp"
#include "search.hpp"
#include "solve.hpp"
#include "expect.hpp"
