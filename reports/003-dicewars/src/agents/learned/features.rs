//! What the report's two predictors see of an area and of a player.
//!
//! The report's program and its text differ in three of them, so there are both ([`Wording`]).

use ludarium_dicewars::rules::{Area, areas_in};
use ludarium_game::Seat;

use super::Territory;
use crate::agents::course::rounded_probability;

/// Whose definition of the features is meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wording {
    /// The program's: an owner's share of all dice here and around, a player's share of all borders, the mean safety of
    /// the border of his largest regions.
    #[default]
    CourseProgram,
    /// The text's: the owner's dice here and around for each die of the enemies, a player's border for each border area
    /// of the others, the mean safety of all his areas. Where nothing stands below a ratio it is taken for 1.
    Text,
}

/// How many numbers describe an area, and how many a player.
pub const FEATURES: usize = 6;

/// An area: the chance that no neighbour takes it at once, the owner's dice here and around against the others', the
/// neighbours of others, the owner's neighbours, how many others they belong to, and the owner's largest region.
pub fn area_features(territory: &Territory, area: Area, wording: Wording) -> [f32; FEATURES] {
    let owner = territory.owner(area);
    let region = region_share(territory, owner);
    area_features_within(territory, area, wording, (owner, region))
}

/// The same for an area of `owner`, whose largest region is known to be `region` of the map.
#[inline]
pub(super) fn area_features_within(
    territory: &Territory,
    area: Area,
    wording: Wording,
    (owner, region): (Seat, f32),
) -> [f32; FEATURES] {
    let own = territory.areas_of(owner);
    let around = territory.map().neighbour_set(area);
    let foreign = around & !own;
    let enemies = territory.seats().filter(|&seat| territory.areas_of(seat) & foreign != 0);
    [
        survival(territory, area, own) as f32,
        neighbourhood(territory, area, own, wording) as f32,
        foreign.count_ones() as f32,
        (around & own).count_ones() as f32,
        enemies.count() as f32,
        region,
    ]
}

/// A player: his largest region, his border against the others', of his dice the share on his border, his areas, the
/// mean safety of his areas or of some of them, and the mean of the second feature of his areas.
pub fn player_features(territory: &Territory, seat: Seat, wording: Wording) -> [f32; FEATURES] {
    let borders = territory.seats().map(|seat| border(territory, seat).count_ones());
    player_features_within(territory, seat, wording, borders.sum())
}

/// The same where all borders of all players are known to have `borders` areas.
#[inline]
pub(super) fn player_features_within(
    territory: &Territory,
    seat: Seat,
    wording: Wording,
    borders: u32,
) -> [f32; FEATURES] {
    let map = territory.map();
    let own = territory.areas_of(seat);
    let border = border(territory, seat);
    let (largest, size) = largest_regions(territory, own);
    let length = border.count_ones();
    let (other_borders, judged) = match wording {
        Wording::CourseProgram => (borders, border & largest),
        Wording::Text => (borders - length, own),
    };
    let safety = areas_in(judged).map(|area| survival(territory, area, own));
    let shares = areas_in(own).map(|area| neighbourhood(territory, area, own, wording));
    [
        ratio(size, map.areas() as u32),
        ratio(length, other_borders),
        ratio(territory.dice_in(border), territory.dice_in(own)),
        ratio(own.count_ones(), map.areas() as u32),
        mean(safety),
        mean(shares),
    ]
}

/// The share of the map that a player's largest region has.
#[inline]
pub(super) fn region_share(territory: &Territory, seat: Seat) -> f32 {
    let map = territory.map();
    ratio(map.largest_region(territory.areas_of(seat)), map.areas() as u32)
}

/// The areas of a player that have a neighbour of another.
#[inline]
pub(super) fn border(territory: &Territory, seat: Seat) -> u32 {
    territory.border_of(territory.areas_of(seat))
}

/// All regions of the largest size, and that size.
fn largest_regions(territory: &Territory, own: u32) -> (u32, u32) {
    territory.map().regions(own).fold((0, 0), |(largest, size), region| {
        match region.count_ones().cmp(&size) {
            std::cmp::Ordering::Less => (largest, size),
            std::cmp::Ordering::Equal => (largest | region, size),
            std::cmp::Ordering::Greater => (region, region.count_ones()),
        }
    })
}

/// The chance that no neighbour of others takes the area with its first attack.
#[inline]
fn survival(territory: &Territory, area: Area, own: u32) -> f64 {
    let dice = territory.dice(area);
    let neighbours = territory.map().neighbours(area).iter();
    let threats = neighbours.filter(|near| own & near.bit() == 0 && territory.dice(**near) >= 2);
    threats.fold(1.0, |safe, &near| safe * (1.0 - rounded_probability(territory.dice(near), dice)))
}

/// The owner's dice on an area and its neighbours: their share of all dice there, or for each die of the others.
#[inline]
fn neighbourhood(territory: &Territory, area: Area, own: u32, wording: Wording) -> f64 {
    let around = territory.map().neighbour_set(area) | area.bit();
    let below = match wording {
        Wording::CourseProgram => territory.dice_in(around),
        Wording::Text => territory.dice_in(around & !own),
    };
    f64::from(territory.dice_in(around & own)) / f64::from(below.max(1))
}

fn ratio(part: u32, whole: u32) -> f32 {
    (f64::from(part) / f64::from(whole.max(1))) as f32
}

/// The mean, 0 of nothing.
fn mean(values: impl Iterator<Item = f64>) -> f32 {
    let (sum, count) = values.fold((0.0, 0u32), |(sum, count), value| (sum + value, count + 1));
    (sum / f64::from(count.max(1))) as f32
}
