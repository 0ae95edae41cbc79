import { useComputed } from '@preact/signals';
import {
  CameraIcon,
  ChartIcon,
  ClipIcon,
  EventAheadIcon,
  EventBackIcon,
  FrameAheadIcon,
  FrameBackIcon,
  FullscreenIcon,
  LinkIcon,
  LoopIcon,
  PauseIcon,
  PictureIcon,
  PlayIcon,
  ReplayIcon,
} from '../../ui/icons';
import { Tool } from '../../ui/Tool';
import { SPEEDS } from '../clock';
import type { Page } from '../keyboard';
import type { Player } from '../player';
import { LiveBadge } from './LiveBadge';
import { Menu } from './Menu';
import { Strip } from './Strip';
import { Timeline } from './timeline/Timeline';

interface Props {
  player: Player;
  page: Page;
  statsOpen: boolean;
  /** A clip is being made. */
  recording: boolean;
}

/** Everything that moves time, in one floating panel. */
export function Dock({ player, page, statsOpen, recording }: Props) {
  const scene = player.scene.value!;
  void player.playback.length.value;
  const camera = scene.cameras.find((spec) => spec.name === player.picture.camera.value);
  const speed = player.playback.speed.value;
  const Song = player.song.value?.Tools;
  const Hits = player.hits.value?.Tools;
  const now = useComputed(() => player.playback.timeText(player.playback.time.value, player.playback.frameText.value !== null));
  const clock = useComputed(() => player.scene.value?.gameClock?.(player.playback.time.value));
  const loop = player.playback.loop.value ? 'on' : player.playback.loopStart.value !== null ? 'half' : 'off';
  const loopLabel = { off: 'Loop: start here (B)', half: 'Loop: end here (B)', on: 'Loop off (B)' }[loop];
  return (
    <section class="dock glass" aria-label="Playback">
      {scene.highlights && scene.highlights.length > 0 && <Strip player={player} highlights={scene.highlights} />}
      <Timeline player={player} page={page} />
      <div class="controls">
        <div class="group">
          <PlayButton player={player} />
          <p class="time num">
            <span>{now}</span>
            <span class="of"> {player.playback.frameText.value ?? `/ ${player.playback.timeText(scene.span.end)}`}</span>
            {scene.gameClock && <span class="of wide"> · {clock}</span>}
          </p>
          <LiveBadge player={player} />
        </div>
        <div class="group middle">
          <Tool label="Previous event ([)" onClick={() => player.playback.seekMarker(-1)} icon={<EventBackIcon />} />
          <Tool label="Previous frame (,)" onClick={() => player.playback.stepFrame(-1)} icon={<FrameBackIcon />} />
          <Tool label="Next frame (.)" onClick={() => player.playback.stepFrame(1)} icon={<FrameAheadIcon />} />
          <Tool label="Next event (])" onClick={() => player.playback.seekMarker(1)} icon={<EventAheadIcon />} />
        </div>
        <div class="group end">
          <button
            type="button"
            class="btn quiet icon loop-button"
            data-loop={loop}
            aria-pressed={loop === 'on'}
            aria-label={loopLabel}
            title={loopLabel}
            onClick={() => player.playback.markLoop()}
          >
            <LoopIcon />
          </button>
          <Menu
            label={`Speed: ${speed} times`}
            button={<span class="num">{speedText(speed)}</span>}
            choices={[...SPEEDS].reverse().map((value) => ({ value, label: speedText(value) }))}
            value={speed}
            onChoose={(value) => player.playback.setSpeed(value)}
          />
          <Menu
            label={`Camera: ${camera?.label ?? ''}`}
            button={
              <>
                <CameraIcon />
                <span class="wide">{camera?.label.split(',')[0]}</span>
              </>
            }
            choices={scene.cameras.map(({ name, label }) => ({ value: name, label }))}
            value={player.picture.camera.value}
            onChoose={(value) => player.picture.setCamera(value)}
          />
          {Hits && <Hits />}
          {Song && <Song />}
          {scene.Tools && <scene.Tools />}
          <Tool label="Copy a link to this moment (Y)" onClick={() => page.copyLink()} icon={<LinkIcon />} />
          <Tool label="Save a picture (P)" onClick={() => page.savePicture()} icon={<PictureIcon />} />
          <Tool
            label={recording ? 'End the clip (R)' : 'Save a clip (R)'}
            onClick={() => page.recordClip()}
            icon={<ClipIcon />}
            pressed={recording}
          />
          <Tool label="Statistics (S)" onClick={() => page.toggleStats()} icon={<ChartIcon />} pressed={statsOpen} />
          <Tool label="Full screen (F)" onClick={() => page.toggleFullscreen()} icon={<FullscreenIcon />} />
        </div>
      </div>
    </section>
  );
}

function PlayButton({ player }: { player: Player }) {
  const playing = player.playback.playing.value;
  const label = playing ? 'Pause (Space)' : player.playback.ended.value ? 'Play again (Space)' : 'Play (Space)';
  return (
    <button type="button" class="btn primary icon play" aria-label={label} title={label} onClick={() => player.playback.toggle()}>
      {playing ? <PauseIcon /> : player.playback.ended.value ? <ReplayIcon /> : <PlayIcon />}
    </button>
  );
}

const speedText = (speed: number): string => `${Number(speed.toFixed(2))}×`;
