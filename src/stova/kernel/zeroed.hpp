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
    explicit Zeroed(std::size_t count) : bytes_(count * sizeof(T)), memory_(taken(bytes_ + alignof(T) - 1)) {
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
        std::size_t mapped = 0;
        void operator()(void* memory) const {
#ifdef __linux__
            if (mapped) {
                munmap(memory, mapped);
                return;
            }
#endif
            std::free(memory);
        }
    };
    using Memory = std::unique_ptr<void, Free>;

    static Memory taken(std::size_t bytes) {
#ifdef __linux__
        // Up to 32 MiB calloc may give what was used before, and clear all of it.
        constexpr std::size_t MAPPED = 1 << 20;
        if (bytes >= MAPPED) {
            void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            return memory == MAP_FAILED ? Memory() : Memory(memory, Free{bytes});
        }
#endif
        return Memory(std::calloc(bytes, 1));
    }

    std::size_t bytes_;
    Memory memory_;
    T* first_;
};

}  // namespace stova
