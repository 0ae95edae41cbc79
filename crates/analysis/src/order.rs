//! One order for all lists.

/// Sorted by a number; elements of the same number stay as they are. The numbers are what is sorted: each list that is sorted
/// itself has code of its own, which the page would fetch. Loops, because they make less of it than iterators that are collected.
pub(crate) fn sorted<T>(list: impl IntoIterator<Item = T>, key: impl Fn(&T) -> f64) -> Vec<T> {
    let mut list: Vec<Option<T>> = list.into_iter().map(Some).collect();
    let mut order = Vec::with_capacity(list.len());
    for (place, element) in list.iter().flatten().enumerate() {
        order.push((key(element), place));
    }
    sort(&mut order);
    let mut sorted = Vec::with_capacity(list.len());
    for (_, place) in order {
        if let Some(element) = list.get_mut(place).and_then(Option::take) {
            sorted.push(element);
        }
    }
    sorted
}

#[inline(never)]
fn sort(order: &mut [(f64, usize)]) {
    order.sort_unstable_by(|(a, a_at), (b, b_at)| a.total_cmp(b).then(a_at.cmp(b_at)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_of_the_same_number_stay_as_they_are() {
        let list = [(2, 'a'), (1, 'b'), (2, 'c'), (-1, 'd'), (1, 'e')];
        let letters = |list: Vec<(i32, char)>| list.into_iter().map(|(_, letter)| letter);
        let sorted = sorted(list, |(number, _)| f64::from(*number));
        assert_eq!(letters(sorted).collect::<String>(), "dbeac");
    }
}
