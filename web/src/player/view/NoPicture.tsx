import { GhostMark } from '../../ui/icons';

/** Where the browser cannot draw in 3D. */
export function NoPicture() {
  return (
    <div class="app">
      <main class="empty">
        <GhostMark />
        <h1>No picture</h1>
        <p class="quiet-text" role="alert">
          This browser cannot draw in 3D: WebGL 2 is missing or switched off. Turning on hardware acceleration in its settings, or another
          browser, will help.
        </p>
        <a class="btn" href="./">
          All replays
        </a>
      </main>
    </div>
  );
}
