//! What the report's two predictors see of an area and of a player.
//!
//! Both follow the report's program, which differs from its text: an area's share of dice is that of its
//! whole neighbourhood, and a player's safety is that of the border of his largest regions.

use crate::rules::{Area, areas_in};
use ludarium_game::Seat;

use super::Ground;
use crate::agents::course::{regions, rounded_probability};

/// How many numbers describe an area, and how many a player.
pub const FEATURES: usize = 6;

/// An area: the chance that no neighbour takes it at once, the owner's share of the dice here and around, the
/// neighbours of others, the owner's neighbours, how many others they belong to, and the owner's largest region.
pub fn area_features(ground: &Ground, area: Area) -> [f32; FEATURES] {
    let owner = ground.owner(area);
    area_features_within(ground, area, owner, region_share(ground, owner))
}

/// The same for an area of `owner`, whose largest region is known to be `region` of the map.
#[inline]
pub(super) fn area_features_within(
    ground: &Ground,
    area: Area,
    owner: Seat,
    region: f32,
) -> [f32; FEATURES] {
    let own = ground.areas_of(owner);
    let around = ground.map().neighbour_set(area);
    let foreign = around & !own;
    let enemies = ground
        .seats()
        .filter(|&seat| ground.areas_of(seat) & foreign != 0);
    [
        survival(ground, area, own) as f32,
        neighbourhood(ground, area, own) as f32,
        foreign.count_ones() as f32,
        (around & own).count_ones() as f32,
        enemies.count() as f32,
        region,
    ]
}

/// A player: his largest region, his share of all borders, of his dice the share on his border, his areas, the
/// mean safety of the border of his largest regions, and the mean share of dice around his areas.
pub fn player_features(ground: &Ground, seat: Seat) -> [f32; FEATURES] {
    let borders = ground.seats().map(|seat| border(ground, seat).count_ones());
    player_features_within(ground, seat, borders.sum())
}

/// The same where all borders of all players are known to have `borders` areas.
#[inline]
pub(super) fn player_features_within(ground: &Ground, seat: Seat, borders: u32) -> [f32; FEATURES] {
    let map = ground.map();
    let own = ground.areas_of(seat);
    let border = border(ground, seat);
    let (largest, size) = largest_regions(ground, own);
    let safety = areas_in(border & largest).map(|area| survival(ground, area, own));
    let shares = areas_in(own).map(|area| neighbourhood(ground, area, own));
    [
        ratio(size, map.areas() as u32),
        ratio(border.count_ones(), borders),
        ratio(ground.dice_in(border), ground.dice_in(own)),
        ratio(own.count_ones(), map.areas() as u32),
        mean(safety),
        mean(shares),
    ]
}

/// The share of the map that a player's largest region has.
#[inline]
pub(super) fn region_share(ground: &Ground, seat: Seat) -> f32 {
    let map = ground.map();
    ratio(
        map.largest_region(ground.areas_of(seat)),
        map.areas() as u32,
    )
}

/// The areas of a player that have a neighbour of another.
#[inline]
pub(super) fn border(ground: &Ground, seat: Seat) -> u32 {
    ground.border_of(ground.areas_of(seat))
}

/// All regions of the largest size, and that size.
fn largest_regions(ground: &Ground, own: u32) -> (u32, u32) {
    regions(ground.map(), own).fold((0, 0), |(largest, size), region| {
        match region.count_ones().cmp(&size) {
            std::cmp::Ordering::Less => (largest, size),
            std::cmp::Ordering::Equal => (largest | region, size),
            std::cmp::Ordering::Greater => (region, region.count_ones()),
        }
    })
}

/// The chance that no neighbour of others takes the area with its first attack.
#[inline]
fn survival(ground: &Ground, area: Area, own: u32) -> f64 {
    let dice = ground.dice(area);
    let neighbours = ground.map().neighbours(area).iter();
    let threats = neighbours.filter(|near| own & near.bit() == 0 && ground.dice(**near) >= 2);
    threats.fold(1.0, |safe, &near| {
        safe * (1.0 - rounded_probability(ground.dice(near), dice))
    })
}

/// The owner's share of the dice on an area and its neighbours.
#[inline]
fn neighbourhood(ground: &Ground, area: Area, own: u32) -> f64 {
    let around = ground.map().neighbour_set(area) | area.bit();
    let all = ground.dice_in(around);
    f64::from(ground.dice_in(around & own)) / f64::from(all.max(1))
}

fn ratio(part: u32, whole: u32) -> f32 {
    (f64::from(part) / f64::from(whole.max(1))) as f32
}

/// The mean, 0 of nothing.
fn mean(values: impl Iterator<Item = f64>) -> f32 {
    let (sum, count) = values.fold((0.0, 0u32), |(sum, count), value| (sum + value, count + 1));
    (sum / f64::from(count.max(1))) as f32
}
