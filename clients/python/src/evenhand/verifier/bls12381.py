"""Verification of a beacon's signatures: BLS on the curve BLS12-381, signatures in G1, in plain Python.

The parameters are those of RFC 9380, section 8.8.1 and appendix E.2, and of draft-irtf-cfrg-pairing-friendly-curves.
F_p^2 is F_p(i), i^2 = -1. F_p^12 is F_p^2(w), w^6 = 1 + i. One signature takes about an eighth of a second.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Callable, List, Optional, Sequence, Tuple, TypeVar

_P = int("1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab", 16)
_ORDER = int("73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001", 16)
#: The curve's parameter is minus this.
_X = 0xD201000000010000
_DST = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"

#: a + b i
_F2 = Tuple[int, int]
#: By powers of w.
_F12 = List[_F2]
#: y^2 = x^3 + 4 over F_p for G1, y^2 = x^3 + 4 (1 + i) over F_p^2 for G2; None is infinity.
_G1 = Optional[Tuple[int, int]]
_G2 = Optional[Tuple[_F2, _F2]]
_Any = TypeVar("_Any")

_G2_GENERATOR = (
    "93e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e"
    "024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8"
)


@lru_cache(maxsize=4096)
def is_beacon_signature(key: str, number: int, signature: str) -> bool:
    """Returns whether this is the signature of a public number (docs/log-format-beacon.md, section 1).

    :param key: a point of G2, compressed, as hex
    :param signature: a point of G1, compressed, as lower-case hex
    """
    public, point = _read_g2(key), _read_g1(signature)
    if public is None or point is None:
        return False
    message = hashlib.sha256(number.to_bytes(8, "big")).digest()
    x, y = point
    # e(signature, generator) = e(hash, key), as one product
    return _is_one([((x, -y % _P), _read_g2(_G2_GENERATOR)), (hash_to_curve(message, _DST), public)])


def hash_to_curve(message: bytes, dst: bytes) -> _G1:
    """Returns a point of G1 for a message: the suite BLS12381G1_XMD:SHA-256_SSWU_RO_ of RFC 9380."""
    data = _expanded(message, dst, 128)
    first, second = (_mapped(int.from_bytes(data[at : at + 64], "big") % _P) for at in (0, 64))
    return _repeated(_added, _added(first, second), 1 + _X)


def _expanded(message: bytes, dst: bytes, length: int) -> bytes:
    """expand_message_xmd of RFC 9380, section 5.3.1."""
    ending = dst + bytes([len(dst)])
    start = hashlib.sha256(bytes(64) + message + length.to_bytes(2, "big") + b"\0" + ending).digest()
    block, blocks = bytes(32), b""
    for number in range(1, length // 32 + 1):
        mixed = bytes(a ^ b for a, b in zip(start, block))
        block = hashlib.sha256(mixed + bytes([number]) + ending).digest()
        blocks += block
    return blocks


def _mapped(u: int) -> _G1:
    """The simplified SWU map for A B = 0 of RFC 9380, section 6.6.3."""
    step = 11 * u * u % _P
    divisor = (step * step + step) % _P
    if divisor:
        x = -_B * pow(_A, -1, _P) * (1 + pow(divisor, -1, _P)) % _P
    else:
        x = _B * pow(11 * _A, -1, _P) % _P
    y = _root(x**3 + _A * x + _B)
    if y is None:
        x = step * x % _P
        y = _root(x**3 + _A * x + _B)
    assert y is not None
    if u % 2 != y % 2:
        y = -y % _P
    x_over, x_under, y_over, y_under = (_at(one, x) for one in _ISOGENY)
    if x_under == 0 or y_under == 0:
        return None
    return (x_over * pow(x_under, -1, _P) % _P, y * y_over * pow(y_under, -1, _P) % _P)


def _at(coefficients: Sequence[int], x: int) -> int:
    total = 0
    for one in reversed(coefficients):
        total = (total * x + one) % _P
    return total


def _root(square: int) -> Optional[int]:
    root = pow(square, (_P + 1) // 4, _P)
    return root if (root * root - square) % _P == 0 else None


# Points


def _added(a: _G1, b: _G1) -> _G1:
    if a is None or b is None:
        return b if a is None else a
    if a[0] != b[0]:
        slope = (b[1] - a[1]) * pow(b[0] - a[0], -1, _P)
    elif (a[1] + b[1]) % _P:
        slope = 3 * a[0] * a[0] * pow(2 * a[1], -1, _P)
    else:
        return None
    x = (slope * slope - a[0] - b[0]) % _P
    return (x, (slope * (a[0] - x) - a[1]) % _P)


def _repeated(operation: Callable[[_Any, _Any], _Any], one: _Any, count: int) -> _Any:
    """Returns one + ... + one, or one * ... * one, with `count` terms."""
    total = one
    for bit in bin(count)[3:]:
        total = operation(total, total)
        total = operation(total, one) if bit == "1" else total
    return total


def _slope2(a: Tuple[_F2, _F2], b: Tuple[_F2, _F2]) -> Optional[_F2]:
    if a[0] != b[0]:
        return _mul2(_sub2(b[1], a[1]), _inverse2(_sub2(b[0], a[0])))
    if a != b or a[1] == (0, 0):
        return None
    square = _mul2(a[0], a[0])
    return _mul2((3 * square[0], 3 * square[1]), _inverse2((2 * a[1][0], 2 * a[1][1])))


def _added2(a: _G2, b: _G2) -> _G2:
    if a is None or b is None:
        return b if a is None else a
    slope = _slope2(a, b)
    if slope is None:
        return None
    x = _sub2(_sub2(_mul2(slope, slope), a[0]), b[0])
    return (x, _sub2(_mul2(slope, _sub2(a[0], x)), a[1]))


def _read(text: str, length: int) -> Optional[Tuple[List[int], bool]]:
    """Coordinates of x, the highest part first, and whether y is the larger one; None unless compressed and finite."""
    if len(text) != 2 * length or not set(text) <= set("0123456789abcdef"):
        return None
    data = bytes.fromhex(text)
    if data[0] & 0xC0 != 0x80:
        return None
    is_larger = bool(data[0] & 0x20)
    data = bytes([data[0] & 0x1F]) + data[1:]
    parts = [int.from_bytes(data[at : at + 48], "big") for at in range(0, length, 48)]
    return (parts, is_larger) if max(parts) < _P else None


def _read_g1(text: str) -> _G1:
    """Returns a point of G1; None for infinity and anything else."""
    read = _read(text, 48)
    if read is None:
        return None
    (x,), is_larger = read
    y = _root(x**3 + 4)
    if y is None:
        return None
    point: _G1 = (x, y if (2 * y > _P) == is_larger else -y % _P)
    return point if _repeated(_added, point, _ORDER) is None else None


@lru_cache(maxsize=16)
def _read_g2(text: str) -> _G2:
    """Returns a point of G2; None for infinity and anything else."""
    read = _read(text, 96)
    if read is None:
        return None
    (high, low), is_larger = read
    x = (low, high)
    cube = _mul2(_mul2(x, x), x)
    y = _root2(((cube[0] + 4) % _P, (cube[1] + 4) % _P))
    if y is None:
        return None
    deciding = y[1] or y[0]
    point: _G2 = (x, y if (2 * deciding > _P) == is_larger else _sub2((0, 0), y))
    return point if _repeated(_added2, point, _ORDER) is None else None


# Fields


def _mul2(a: _F2, b: _F2) -> _F2:
    return ((a[0] * b[0] - a[1] * b[1]) % _P, (a[0] * b[1] + a[1] * b[0]) % _P)


def _sub2(a: _F2, b: _F2) -> _F2:
    return ((a[0] - b[0]) % _P, (a[1] - b[1]) % _P)


def _inverse2(a: _F2) -> _F2:
    norm = pow(a[0] * a[0] + a[1] * a[1], -1, _P)
    return (a[0] * norm % _P, -a[1] * norm % _P)


def _root2(square: _F2) -> Optional[_F2]:
    """Returns a root by the norm: (c + d i)^2 = a + b i, so 2 c^2 = a + N or a - N, N^2 = a^2 + b^2."""
    a, b = square
    norm, half = _root(a * a + b * b), pow(2, -1, _P)
    if norm is None:
        return None
    for one in (norm, -norm):
        c = _root((a + one) * half % _P)
        if c:
            return (c, b * half * pow(c, -1, _P) % _P)
    d = _root(-a)
    return (0, d) if d is not None and b == 0 else None


def _mul12(a: _F12, b: _F12) -> _F12:
    real, imaginary = [0] * 11, [0] * 11
    for i, (c, d) in enumerate(a):
        if c or d:
            for j, (e, f) in enumerate(b):
                real[i + j] += c * e - d * f
                imaginary[i + j] += c * f + d * e
    for k in range(6, 11):
        real[k - 6] += real[k] - imaginary[k]
        imaginary[k - 6] += real[k] + imaginary[k]
    return [(real[k] % _P, imaginary[k] % _P) for k in range(6)]


# Pairing


def _is_one(pairs: Sequence[Tuple[_G1, _G2]]) -> bool:
    """Returns whether the product of the pairings of all these points is 1."""
    total: _F12 = [(1, 0)] + [(0, 0)] * 5
    current = [second for _, second in pairs]
    for bit in bin(_X)[3:]:
        total = _mul12(total, total)
        for at, (first, second) in enumerate(pairs):
            total = _mul12(total, _line(current[at], current[at], first))
            current[at] = _added2(current[at], current[at])
            if bit == "1":
                total = _mul12(total, _line(current[at], second, first))
                current[at] = _added2(current[at], second)
    # total^((p^12-1)/r) = 1, where (p^12-1)/r = (p^6-1)(p^2+1)(p^4-p^2+1)/r, and f^(p^6) only negates odd powers of w
    power = _repeated(_mul12, _mul12(_frobenius(total), total), (_P**4 - _P**2 + 1) // _ORDER)
    return power[1::2] == [(0, 0)] * 3 and power != [(0, 0)] * 6


def _line(a: _G2, b: _G2, at: _G1) -> _F12:
    """Returns the line through two points of G2 at a point of G1, times w^3, which the last power makes 1."""
    assert a is not None and b is not None and at is not None
    slope = _slope2(a, b)
    assert slope is not None
    free = _sub2(_mul2(slope, a[0]), a[1])
    return [free, (0, 0), (-slope[0] * at[0] % _P, -slope[1] * at[0] % _P), (at[1], 0), (0, 0), (0, 0)]


def _frobenius(a: _F12) -> _F12:
    """Returns a^(p^2): w becomes w (1 + i)^((p^2-1)/6)."""
    factor, power, found = _repeated(_mul2, (1, 1), (_P * _P - 1) // 6), (1, 0), []
    for one in a:
        found.append(_mul2(one, power))
        power = _mul2(power, factor)
    return found


# The curve y^2 = x^3 + A x + B and its isogeny to that of G1 (RFC 9380, appendix E.2), coefficients from x^0 up

_A = int("144698a3b8e9433d693a02c96d4982b0ea985383ee66a8d8e8981aefd881ac98936f8da0e0f97f5cf428082d584c1d", 16)
_B = int("12e2908d11688030018b12e8753eee3b2016c1f0f24f4070a0b9c14fcef35ef55a23215a316ceaa5d1cc48e98e172be0", 16)
_COEFFICIENTS = (
    # x numerator
    """
    11a05f2b1e833340b809101dd99815856b303e88a2d7005ff2627b56cdb4e2c85610c2d5f2e62d6eaeac1662734649b7
    17294ed3e943ab2f0588bab22147a81c7c17e75b2f6a8417f565e33c70d1e86b4838f2a6f318c356e834eef1b3cb83bb
    d54005db97678ec1d1048c5d10a9a1bce032473295983e56878e501ec68e25c958c3e3d2a09729fe0179f9dac9edcb0
    1778e7166fcc6db74e0609d307e55412d7f5e4656a8dbf25f1b33289f1b330835336e25ce3107193c5b388641d9b6861
    e99726a3199f4436642b4b3e4118e5499db995a1257fb3f086eeb65982fac18985a286f301e77c451154ce9ac8895d9
    1630c3250d7313ff01d1201bf7a74ab5db3cb17dd952799b9ed3ab9097e68f90a0870d2dcae73d19cd13c1c66f652983
    d6ed6553fe44d296a3726c38ae652bfb11586264f0f8ce19008e218f9c86b2a8da25128c1052ecaddd7f225a139ed84
    17b81e7701abdbe2e8743884d1117e53356de5ab275b4db1a682c62ef0f2753339b7c8f8c8f475af9ccb5618e3f0c88e
    80d3cf1f9a78fc47b90b33563be990dc43b756ce79f5574a2c596c928c5d1de4fa295f296b74e956d71986a8497e317
    169b1f8e1bcfa7c42e0c37515d138f22dd2ecb803a0c5c99676314baf4bb1b7fa3190b2edc0327797f241067be390c9e
    10321da079ce07e272d8ec09d2565b0dfa7dccdde6787f96d50af36003b14866f69b771f8c285decca67df3f1605fb7b
    6e08c248e260e70bd1e962381edee3d31d79d7e22c837bc23c0bf1bc24c6b68c24b1b80b64d391fa9c8ba2e8ba2d229
    """,
    # x denominator
    """
    8ca8d548cff19ae18b2e62f4bd3fa6f01d5ef4ba35b48ba9c9588617fc8ac62b558d681be343df8993cf9fa40d21b1c
    12561a5deb559c4348b4711298e536367041e8ca0cf0800c0126c2588c48bf5713daa8846cb026e9e5c8276ec82b3bff
    b2962fe57a3225e8137e629bff2991f6f89416f5a718cd1fca64e00b11aceacd6a3d0967c94fedcfcc239ba5cb83e19
    3425581a58ae2fec83aafef7c40eb545b08243f16b1655154cca8abc28d6fd04976d5243eecf5c4130de8938dc62cd8
    13a8e162022914a80a6f1d5f43e7a07dffdfc759a12062bb8d6b44e833b306da9bd29ba81f35781d539d395b3532a21e
    e7355f8e4e667b955390f7f0506c6e9395735e9ce9cad4d0a43bcef24b8982f7400d24bc4228f11c02df9a29f6304a5
    772caacf16936190f3e0c63e0596721570f5799af53a1894e2e073062aede9cea73b3538f0de06cec2574496ee84a3a
    14a7ac2a9d64a8b230b3f5b074cf01996e7f63c21bca68a81996e1cdf9822c580fa5b9489d11e2d311f7d99bbdcc5a5e
    a10ecf6ada54f825e920b3dafc7a3cce07f8d1d7161366b74100da67f39883503826692abba43704776ec3a79a1d641
    95fc13ab9e92ad4476d6e3eb3a56680f682b4ee96f7d03776df533978f31c1593174e4b4b7865002d6384d168ecdd0a
    1
    """,
    # y numerator
    """
    90d97c81ba24ee0259d1f094980dcfa11ad138e48a869522b52af6c956543d3cd0c7aee9b3ba3c2be9845719707bb33
    134996a104ee5811d51036d776fb46831223e96c254f383d0f906343eb67ad34d6c56711962fa8bfe097e75a2e41c696
    cc786baa966e66f4a384c86a3b49942552e2d658a31ce2c344be4b91400da7d26d521628b00523b8dfe240c72de1f6
    1f86376e8981c217898751ad8746757d42aa7b90eeb791c09e4a3ec03251cf9de405aba9ec61deca6355c77b0e5f4cb
    8cc03fdefe0ff135caf4fe2a21529c4195536fbe3ce50b879833fd221351adc2ee7f8dc099040a841b6daecf2e8fedb
    16603fca40634b6a2211e11db8f0a6a074a7d0d4afadb7bd76505c3d3ad5544e203f6326c95a807299b23ab13633a5f0
    4ab0b9bcfac1bbcb2c977d027796b3ce75bb8ca2be184cb5231413c4d634f3747a87ac2460f415ec961f8855fe9d6f2
    987c8d5333ab86fde9926bd2ca6c674170a05bfe3bdd81ffd038da6c26c842642f64550fedfe935a15e4ca31870fb29
    9fc4018bd96684be88c9e221e4da1bb8f3abd16679dc26c1e8b6e6a1f20cabe69d65201c78607a360370e577bdba587
    e1bba7a1186bdb5223abde7ada14a23c42a0ca7915af6fe06985e7ed1e4d43b9b3f7055dd4eba6f2bafaaebca731c30
    19713e47937cd1be0dfd0b8f1d43fb93cd2fcbcb6caf493fd1183e416389e61031bf3a5cce3fbafce813711ad011c132
    18b46a908f36f6deb918c143fed2edcc523559b8aaf0c2462e6bfe7f911f643249d9cdf41b44d606ce07c8a4d0074d8e
    b182cac101b9399d155096004f53f447aa7b12a3426b08ec02710e807b4633f06c851c1919211f20d4c04f00b971ef8
    245a394ad1eca9b72fc00ae7be315dc757b3b080d4c158013e6632d3c40659cc6cf90ad1c232a6442d9d3f5db980133
    5c129645e44cf1102a159f748c4a3fc5e673d81d7e86568d9ab0f5d396a7ce46ba1049b6579afb7866b1e715475224b
    15e6be4e990f03ce4ea50b3b42df2eb5cb181d8f84965a3957add4fa95af01b2b665027efec01c7704b456be69c8b604
    """,
    # y denominator
    """
    16112c4c3a9c98b252181140fad0eae9601a6de578980be6eec3232b5be72e7a07f3688ef60c206d01479253b03663c1
    1962d75c2381201e1a0cbd6c43c348b885c84ff731c4d59ca4a10356f453e01f78a4260763529e3532f6102c2e49a03d
    58df3306640da276faaae7d6e8eb15778c4855551ae7f310c35a5dd279cd2eca6757cd636f96f891e2538b53dbf67f2
    16b7d288798e5395f20d23bf89edb4d1d115c5dbddbcd30e123da489e726af41727364f2c28297ada8d26d98445f5416
    be0e079545f43e4b00cc912f8228ddcc6d19c9f0f69bbb0542eda0fc9dec916a20b15dc0fd2ededda39142311a5001d
    8d9e5297186db2d9fb266eaac783182b70152c65550d881c5ecd87b6f0f5a6449f38db9dfa9cce202c6477faaf9b7ac
    166007c08a99db2fc3ba8734ace9824b5eecfdfa8d0cf8ef5dd365bc400a0051d5fa9c01a58b1fb93d1a1399126a775c
    16a3ef08be3ea7ea03bcddfabba6ff6ee5a4375efa1f4fd7feb34fd206357132b920f5b00801dee460ee415a15812ed9
    1866c8ed336c61231a1be54fd1d74cc4f9fb0ce4c6af5920abc5750c4bf39b4852cfe2f7bb9248836b233d9d55535d4a
    167a55cda70a6e1cea820597d94a84903216f763e13d87bb5308592e7ea7d4fbc7385ea3d529b35e346ef48bb8913f55
    4d2f259eea405bd48f010a01ad2911d9c6dd039bb61a6290e591b36e636a5c871a5c29f4f83060400f8b49cba8f6aa8
    accbb67481d033ff5852c1e48c50c477f94ff8aefce42d28c0f9a88cea7913516f968986f7ebbea9684b529e2561092
    ad6b9514c767fe3c3613144b45f1496543346d98adf02267d5ceef9a00d9b8693000763e3b90ac11e99b138573345cc
    2660400eb2e4f3b628bdd0d53cd76f2bf565b94e72927c1cb748df27942480e420517bd8714cc80d1fadc1326ed06f7
    e0fa1d816ddc03e6b24255e0d7819c171c40f65e273b853324efcd6356caa205ca2f570f13497804415473a1d634b8f
    1
    """,
)
_ISOGENY = [[int(one, 16) for one in text.split()] for text in _COEFFICIENTS]
