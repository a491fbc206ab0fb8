// The Python module stova.kernel._kernel; its types and contracts are written down in _kernel.pyi.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <vector>

#include "checks.hpp"
#include "limit.hpp"
#include "builds.hpp"
#include "signals.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace stova {

constexpr std::size_t MAX_COUNT = 1 << 30;
constexpr int MAX_THREADS = 256;
constexpr std::size_t PORTION = 1024;  // play-outs between two looks at the clock: a fraction of a millisecond

#if defined(__SANITIZE_ADDRESS__)
constexpr bool SANITIZED = true;
#else
constexpr bool SANITIZED = false;
#endif

// Threads take portions until there are no more, or Python's main thread, if it is one of them, is interrupted. Each
// play-out has its own place in the results.
void run_threads(const Job& job, std::size_t threads, bool portable) {
    std::atomic<std::size_t> next = job.first;
    const auto play_out = build(portable).play_out;
    const auto work = [&] {
        Limit limit{.interrupted = interrupted};
        Job part = job;
        while ((part.first = next.fetch_add(PORTION)) < job.last) {
            part.last = std::min(part.first + PORTION, job.last);
            play_out(part);
            if (limit.met(0)) next = job.last;
        }
    };
    std::vector<std::jthread> others;
    try {
        for (std::size_t i = 1; i < threads; ++i) others.emplace_back(work);
    } catch (const std::system_error&) {
        // Where there can't be so many threads fewer do as well.
    }
    work();
}

auto playouts(const Tables& tables, const Position& position, nb::handle count, nb::handle seed, nb::handle threads,
              bool portable) {
    check(tables, position);
    const std::size_t rows = number(count, 1, MAX_COUNT, "count");
    const std::uint64_t key = number(seed, 0, ~std::uint64_t{0}, "seed");
    const std::size_t workers = number(threads, 1, MAX_THREADS, "threads");
    const auto seats = static_cast<std::size_t>(tables.seats);
    auto results = std::make_unique_for_overwrite<std::uint16_t[]>(rows * 2 * seats);
    without_gil([&] { run_threads(Job{tables, position, key, 0, rows, results.get()}, workers, portable); });
    std::uint16_t* data = results.get();
    nb::capsule owner(results.release(), [](void* memory) noexcept { delete[] static_cast<std::uint16_t*>(memory); });
    return nb::ndarray<nb::memview, const std::uint16_t, nb::ndim<3>>(data, {rows, 2, seats}, owner);
}

namespace race {
void bind(nb::module_& m);
}
void bind_solve(nb::module_& m);
void bind_worlds(nb::module_& m);

}  // namespace stova

NB_MODULE(_kernel, m) {
    using namespace stova;
#if defined(__x86_64__) && defined(__POPCNT__)
    if (!__builtin_cpu_supports("popcnt")) throw std::runtime_error("Stova needs a processor with POPCNT");
#endif
    know_main_thread();
    const auto os = nb::module_::import_("os");
    // The thread that forks is the main one of its child.
    if (nb::hasattr(os, "register_at_fork"))
        os.attr("register_at_fork")(nb::arg("after_in_child") = nb::cpp_function(&know_main_thread));
    // Threads that wait for the end of the process hold on to what they work with.
    nb::set_leak_warnings(false);

    nb::enum_<Policy>(m, "Policy")
        .value("FOLLOW", Policy::FOLLOW)
        .value("FOLLOW_BEAT_IF_RUFFING", Policy::FOLLOW_BEAT_IF_RUFFING)
        .value("FOLLOW_ELSE_RUFF_AND_BEAT", Policy::FOLLOW_ELSE_RUFF_AND_BEAT)
        .value("BEAT", Policy::BEAT)
        .value("OVERTRUMP_OPPONENTS", Policy::OVERTRUMP_OPPONENTS)
        .value("OVERTRUMP", Policy::OVERTRUMP);

    nb::class_<Tables>(m, "Tables")
        .def(
            "__init__",
            [](Tables* self, nb::handle seats, nb::handle beaten_by, nb::handle follow, nb::handle points,
               nb::handle trumps, Policy policy, nb::handle last_trick_points, nb::handle bonuses) {
                new (self) Tables(
                    make_tables(seats, beaten_by, follow, points, trumps, policy, last_trick_points, bonuses));
            },
            nb::kw_only(), "seats"_a, "beaten_by"_a, "follow"_a, "points"_a, "trumps"_a, "policy"_a,
            "last_trick_points"_a = 0, "bonuses"_a = nb::make_tuple());

    nb::class_<Position>(m, "Position")
        .def(
            "__init__",
            [](Position* self, nb::handle hands, nb::handle leader, nb::handle trick, nb::handle points,
               nb::handle tricks, nb::handle covers) {
                new (self) Position(make_position(hands, leader, trick, points, tricks, covers));
            },
            nb::kw_only(), "hands"_a, "leader"_a, "trick"_a, "points"_a, "tricks"_a, "covers"_a = nb::make_tuple());

    m.def(
        "legal",
        [](const Tables& tables, const Position& position) {
            check(tables, position);
            return legal(tables, position);
        },
        "tables"_a, "position"_a);
    m.def("playouts", &playouts, "tables"_a, "position"_a, "count"_a, "seed"_a, "threads"_a = 1, nb::kw_only(),
          "portable"_a = false);
    race::bind(m);
    bind_solve(m);
    bind_worlds(m);
    m.attr("FAST") = fast();
    m.attr("SANITIZED") = SANITIZED;
}
