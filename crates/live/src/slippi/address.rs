//! Where a console or Dolphin is.

use std::io;
use std::net::{Ipv6Addr, SocketAddr, ToSocketAddrs};

/// Where consoles listen on TCP, and Dolphin on UDP.
const PORT: u16 = 51_441;

/// Looks up a name or an address, with a port or without.
pub(super) fn look_up(address: &str) -> io::Result<Vec<SocketAddr>> {
    let has_port = address.parse::<Ipv6Addr>().is_err()
        && address.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
    Ok(match has_port {
        true => address.to_socket_addrs()?.collect(),
        false => (address, PORT).to_socket_addrs()?.collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_port_may_be_left_out() {
        let check = |text: &str, expected: &str| {
            assert_eq!(look_up(text).expect("an address"), [expected.parse().expect("an address")]);
        };
        check("127.0.0.1", "127.0.0.1:51441");
        check("127.0.0.1:53741", "127.0.0.1:53741");
        check("::1", "[::1]:51441");
        check("[::1]:53741", "[::1]:53741");
    }
}
