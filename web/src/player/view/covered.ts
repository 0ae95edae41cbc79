import type { Covered } from '../../stage/room';

/** A card that is so wide, as a share of the picture, lies below the play and not beside it. */
const WIDE = 0.8;

/** The covered part of the picture now, by all elements that say so (`data-covers`). Controls that are away cover nothing. */
function coveredIn(app: HTMLElement): Covered {
  const picture = app.getBoundingClientRect();
  const covered = { top: 0, bottom: 0, isDeep: false };
  for (const part of app.querySelectorAll<HTMLElement>('[data-covers]')) {
    const { top, bottom, width, height } = part.getBoundingClientRect();
    if (height === 0 || (app.dataset.shown === 'false' && part.matches('.overlay'))) continue;
    if (part.matches('.close-up')) {
      if (width < WIDE * picture.width) continue;
      covered.isDeep = true;
    }
    if (part.dataset.covers === 'top') covered.top = Math.max(covered.top, bottom - picture.top);
    else covered.bottom = Math.max(covered.bottom, picture.bottom - top);
  }
  return covered;
}

/** Reports what is covered, now and whenever that changes, until it is stopped. The style sheets learn how high the dock and the header are. */
export function watchCovered(app: HTMLElement, report: (covered: Covered) => void): () => void {
  const dock = app.querySelector<HTMLElement>('.overlay.bottom');
  const head = app.querySelector<HTMLElement>('.overlay.top');
  const measure = () => {
    if (dock) app.style.setProperty('--dock', `${dock.offsetHeight}px`);
    if (head) app.style.setProperty('--head', `${head.offsetHeight}px`);
    report(coveredIn(app));
  };
  const resized = new ResizeObserver(measure);
  for (const part of app.querySelectorAll('[data-covers]')) resized.observe(part);
  // Elements that make way for the controls are only then in place.
  app.addEventListener('transitionend', measure);
  measure();
  return () => {
    resized.disconnect();
    app.removeEventListener('transitionend', measure);
  };
}
