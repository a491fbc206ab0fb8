// Python's signal handlers, that of Ctrl-C above all, while the kernel works without the GIL.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <thread>
#include <utility>

namespace stova {

inline unsigned long main_thread = 0;  // the one Python runs the handlers in; set when the module is loaded

inline void know_main_thread() {
    const auto thread = nanobind::module_::import_("threading").attr("main_thread")();
    main_thread = nanobind::cast<unsigned long>(thread.attr("ident"));
}

// The GIL is given away while this lives. Once Python has ended it can't be had back: before 3.14 Python ends the
// thread that asks, which the functions that called can't bear, so it waits here for the end of the process, as since
// 3.14.
class WithoutGil {
public:
    WithoutGil() : thread_(PyEval_SaveThread()) {}
    WithoutGil(const WithoutGil&) = delete;
    WithoutGil& operator=(const WithoutGil&) = delete;

    ~WithoutGil() {
        try {
            PyEval_RestoreThread(thread_);
        } catch (...) {
            while (true) std::this_thread::sleep_for(std::chrono::hours(1));
        }
    }

private:
    PyThreadState* thread_;
};

// Lets the handlers run; whether one of them has raised. Other threads are spared the GIL, which they wouldn't get any
// more, nor come back from asking for, once Python ends.
inline bool interrupted() {
    if (PyThread_get_thread_ident() != main_thread) return false;
    const nanobind::gil_scoped_acquire acquire;
    return PyErr_Occurred() || PyErr_CheckSignals() != 0;
}

// Claims what one search at a time may use; made and unmade under the GIL alone.
struct Claim {
    explicit Claim(bool& in_use) : busy(in_use), granted(!std::exchange(in_use, true)) {}
    Claim(const Claim&) = delete;
    Claim& operator=(const Claim&) = delete;
    ~Claim() {
        if (granted) busy = false;
    }

    bool& busy;
    const bool granted;
};

// Works without the GIL. Raises what a handler raised meanwhile.
template <class Work>
void without_gil(Work work) {
    {
        const WithoutGil released;
        work();
    }
    if (PyErr_Occurred()) throw nanobind::python_error();
}

}  // namespace stova
