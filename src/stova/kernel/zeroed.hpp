// Memory for the tables of searches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace stova {

// So many Ts of zero bytes, none of which is touched before it is used; null where there is no memory.
template <class T>
class Zeroed {
public:
    explicit Zeroed(std::size_t count)
        : bytes_(count * sizeof(T)), memory_(std::calloc(bytes_ + alignof(T) - 1, 1)) {
        const auto begin = reinterpret_cast<std::uintptr_t>(memory_.get());
        first_ = reinterpret_cast<T*>((begin + alignof(T) - 1) & ~(alignof(T) - 1));
    }

    explicit operator bool() const { return memory_ != nullptr; }
    T& operator[](std::size_t place) const { return first_[place]; }

    // What is read here and there is read quicker in large pages; where the system has none to give, nothing changes.
    void want_large_pages() const {
#ifdef __linux__
        constexpr std::uintptr_t LARGE = 2 << 20;
        const auto first = reinterpret_cast<std::uintptr_t>(first_);
        const auto begin = (first + LARGE - 1) & ~(LARGE - 1), end = (first + bytes_) & ~(LARGE - 1);
        if (memory_ && begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#endif
    }

private:
    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };

    std::size_t bytes_;
    std::unique_ptr<void, Free> memory_;
    T* first_;
};

}  // namespace stova
