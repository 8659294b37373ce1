//! Which IP addresses belong to the public internet.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Whether an address belongs to the public internet.
///
/// IPv6 is public only within 2000::/3, the block that is allocated, except for its parts with a special meaning. So
/// loopback, link-local, unique-local, mapped, compatible and NAT64 addresses need no rules of their own.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => is_public_v4(v4),
        IpAddr::V6(v6) => is_public_v6(v6),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let reserved = matches!(
        (a, b, c),
        (0 | 10 | 127, ..)            // this network, private, loopback
            | (100, 64..=127, _)      // carriers' shared space
            | (169, 254, _)           // link-local: cloud metadata lives here
            | (172, 16..=31, _)
            | (192, 0, 0 | 2)         // protocol assignments, documentation
            | (192, 88, 99)           // 6to4 relays
            | (192, 168, _)
            | (198, 18 | 19, _)       // benchmarks
            | (198, 51, 100)
            | (203, 0, 113)
            | (224..=255, ..) // multicast, reserved, broadcast
    );
    !reserved
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let [a, b, ..] = address.segments();
    let allocated = a & 0xE000 == 0x2000;
    let special = match a {
        0x2001 => b < 0x0200 || b == 0x0DB8, // protocols with Teredo and ORCHID; documentation
        0x2002 => true,                      // 6to4: carries any IPv4 address
        0x3FFF => b < 0x1000,                // documentation
        _ => false,
    };
    allocated && !special
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_that_are_allocated_are_public() {
        let public = [
            "1.1.1.1",
            "8.8.8.8",
            "93.184.216.34",
            "100.63.255.255",
            "100.128.0.0",
            "172.15.0.1",
            "172.32.0.1",
            "192.0.1.1",
            "198.20.0.1",
            "223.255.255.255",
            "2606:4700::1111",
            "2a00:1450::1",
            "2001:4860::8888",
        ];
        for address in public {
            assert!(is_public(address.parse().expect(address)), "{address}");
        }
        let private = [
            "0.0.0.0",
            "0.1.2.3",
            "10.255.255.255",
            "100.64.0.1",
            "100.127.255.255",
            "127.0.0.1",
            "169.254.0.1",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.19.255.255",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.1",
            "239.1.1.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:8.8.8.8",
            "::8.8.8.8",
            "64:ff9b::808:808",
            "64:ff9b:1::1",
            "100::1",
            "2001::1",
            "2001:10::1",
            "2001:db8::1",
            "2002:808:808::1",
            "3fff::1",
            "fc00::1",
            "fd12::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "4000::1",
        ];
        for address in private {
            assert!(!is_public(address.parse().expect(address)), "{address}");
        }
    }
}
