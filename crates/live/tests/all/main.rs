//! All integration tests of `ghostreel-live`, in one program, which links once.

mod folders;
mod following;
