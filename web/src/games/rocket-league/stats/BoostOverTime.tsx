import { useEffect, useRef, useState } from 'preact/hooks';
import type { BoostPlot, BoostProps } from './BoostPlot';

/** The tanks over the time of the match. The script that draws them is big, and fetched when a reader comes to see it. */
export function BoostOverTime(props: BoostProps) {
  const section = useRef<HTMLElement>(null);
  const [drawn, setDrawn] = useState<{ BoostPlot: typeof BoostPlot } | null>(null);
  const { boost, matchTime } = props.course;
  const isKnown = (boost.time?.length ?? 0) > 0 && (matchTime.time?.length ?? 0) > 1;
  useEffect(() => {
    if (!section.current) return;
    const seen = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      seen.disconnect();
      // Without it there is the table all the same.
      import('./BoostPlot').then(setDrawn, () => {});
    });
    seen.observe(section.current);
    return () => seen.disconnect();
  }, []);
  if (!isKnown) return null;
  return (
    <section class="block boost-over-time" ref={section} style={{ '--players': props.columns.length }}>
      <header>
        <h3>Boost over time</h3>
      </header>
      {drawn && <drawn.BoostPlot {...props} />}
    </section>
  );
}
