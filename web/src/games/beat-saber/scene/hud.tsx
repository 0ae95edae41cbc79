import type { Signal } from '@preact/signals';
import type { Span } from '../../../stage/scene';
import { clockText, grouped } from '../../../ui/format';
import { isPlain, PlainButton } from './clutter';
import type { HeartRate } from './heart-rate';
import './hud.css';
import type { Rivals } from './rivals';
import type { Score } from './score';

/** The speed of notes, and where it is from. */
export interface Pace {
  /** Metres a second. */
  speed: number;
  from: 'map' | 'cuts';
}

const RING = 2 * Math.PI * 26;

/** Where players know it from: combo and score left of the lane, multiplier and song right of it, energy below. */
export function hudOf(score: Score, { bpm }: HeartRate, rivals: Signal<Rivals | null>, span: Span, pace: Pace | null, changed: () => void) {
  return function Hud() {
    void score.row.value; // Drawn again when, and only when, the numbers have moved on.
    const Standings = rivals.value?.Panel;
    const played = score.second.value;
    return (
      <div class="bs-hud num" role="group" aria-label="Score" data-ahead={score.isAhead.value} data-small={isPlain.value}>
        <div class="bs-left">
          <div class="bs-combo" data-broken={score.combo === 0 && score.row.value >= 0}>
            <span class="bs-label">Combo</span>
            <span class="bs-big" data-hud="combo">
              {score.combo}
            </span>
          </div>
          <div class="bs-score">
            <span class="bs-big" data-hud="score">
              {grouped(score.score)}
            </span>
            {score.isCounted && (
              <div class="bs-accuracy">
                <span class="bs-rank" data-rank={score.rank}>
                  {score.rank}
                </span>
                <span data-hud="accuracy">{score.accuracyText}</span>
              </div>
            )}
          </div>
          {Standings && <Standings first={score} />}
        </div>
        <div class="bs-right">
          {score.isCounted && (
            <div class="bs-multiplier" aria-label={`Multiplier ${score.multiplier}`}>
              <svg viewBox="0 0 60 60" aria-hidden="true">
                <circle class="bs-ring-back" cx="30" cy="30" r="26" />
                <circle class="bs-ring" cx="30" cy="30" r="26" stroke-dasharray={RING} stroke-dashoffset={RING * (1 - score.progress)} />
              </svg>
              <span>
                <small>×</small>
                {score.multiplier}
              </span>
            </div>
          )}
          <div class="bs-song" aria-hidden="true">
            {clockText(played)}
            <Bar share={played / span.end} />
          </div>
          {bpm.value !== null && (
            <span class="bs-heart" role="img" aria-label={`Heart rate ${bpm.value}`}>
              ♥ {bpm.value}
            </span>
          )}
          {pace && (
            <span class="bs-pace" title={PACE_TITLES[pace.from]}>
              NJS {pace.from === 'cuts' && '≈ '}
              {Number(pace.speed.toFixed(1))}
              {pace.from === 'cuts' && ' (estimated, no map)'}
            </span>
          )}
          <PlainButton changed={changed} />
        </div>
        {score.isCounted && (
          <div
            class="bs-energy"
            role="meter"
            aria-label="Energy"
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round(score.energy * 100)}
            data-low={score.energy < 0.25}
          >
            <Bar share={score.energy} />
          </div>
        )}
      </div>
    );
  };
}

const PACE_TITLES = {
  map: 'Note jump speed of the map, in metres a second',
  cuts: 'Note jump speed in metres a second, estimated from where notes were cut: the map is not at hand',
};

const Bar = ({ share }: { share: number }) => (
  <svg class="bs-bar" viewBox="0 0 100 2" preserveAspectRatio="none" aria-hidden="true">
    <rect class="bs-bar-back" width="100" height="2" />
    <rect class="bs-bar-fill" width={Math.min(1, Math.max(0, share || 0)) * 100} height="2" />
  </svg>
);
