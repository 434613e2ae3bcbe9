//! `Visitor`: who asks, as far as limits are concerned.

use std::net::{IpAddr, Ipv6Addr};

use axum::http::{HeaderMap, HeaderName};

/// A visitor: an address, or the network of a household that has many addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Visitor(pub IpAddr);

/// Where a proxy says for whom it asks.
const FORWARDED: HeaderName = HeaderName::from_static("x-forwarded-for");

impl Visitor {
    /// The visitor at an address.
    pub fn of(address: IpAddr) -> Visitor {
        Visitor(match address {
            IpAddr::V6(address) => match address.to_ipv4_mapped() {
                Some(address) => IpAddr::V4(address),
                None => {
                    // A household has 2^64 addresses, so the first half counts.
                    let network = u128::from(address) >> 64 << 64;
                    IpAddr::V6(Ipv6Addr::from(network))
                }
            },
            address => address,
        })
    }

    /// The visitor behind a proxy on this machine: the last address that it names, because only that one is its own word. Without one,
    /// or from elsewhere, it is the address at the other end.
    pub fn behind_proxy(headers: &HeaderMap, address: IpAddr) -> Visitor {
        let named = headers.get_all(FORWARDED).iter().next_back();
        let named = named.and_then(|value| value.to_str().ok());
        let named = named.and_then(|value| value.rsplit(',').next()?.trim().parse().ok());
        Visitor::of(named.filter(|_| address.is_loopback()).unwrap_or(address))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_word_of_a_proxy_on_this_machine_counts() {
        let mut headers = HeaderMap::new();
        headers.insert(FORWARDED, "9.9.9.9, 1.2.3.4".parse().unwrap());
        let ask = |headers: &HeaderMap, address: &str| {
            Visitor::behind_proxy(headers, address.parse().unwrap()).0.to_string()
        };
        assert_eq!(ask(&headers, "127.0.0.1"), "1.2.3.4");
        assert_eq!(ask(&headers, "8.8.8.8"), "8.8.8.8", "a visitor cannot choose its address");
        headers.append(FORWARDED, "5.6.7.8".parse().unwrap());
        assert_eq!(ask(&headers, "::1"), "5.6.7.8");
        headers.append(FORWARDED, "nonsense".parse().unwrap());
        assert_eq!(ask(&headers, "127.0.0.1"), "127.0.0.1");
    }

    #[test]
    fn a_household_is_one_visitor() {
        let of = |text: &str| Visitor::of(text.parse().unwrap());
        assert_eq!(of("2001:db8:1:2::1"), of("2001:db8:1:2:ffff::9"));
        assert_ne!(of("2001:db8:1:2::1"), of("2001:db8:1:3::1"));
        assert_eq!(of("::ffff:1.2.3.4"), of("1.2.3.4"));
    }
}
