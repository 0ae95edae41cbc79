import { PerspectiveCamera, Scene as Graph, WebGLRenderer } from 'three';
import type { Theme } from '../ui/theme';
import { setAtmosphere } from './atmosphere';
import { backdrop } from './backdrop';

/** The picture: canvas, renderer, camera and the air in it. */
export class Stage {
  readonly renderer: WebGLRenderer;
  readonly camera = new PerspectiveCamera(60, 16 / 9, 0.05, 400);
  readonly graph = new Graph();
  /** Drawn by the processor: every pixel counts. */
  readonly software: boolean;
  /** Called when a picture was drawn, while it is still there to be read. */
  afterRender: (() => void) | null = null;
  private ratio = 0;
  private slow = 0;

  constructor(readonly canvas: HTMLCanvasElement) {
    this.software = isSoftware();
    this.renderer = new WebGLRenderer({
      canvas,
      // Without a graphics card multisampling halves the frame rate; still pictures are drawn larger instead.
      antialias: !this.software,
      powerPreference: 'high-performance',
    });
    this.graph.add(backdrop());
    this.moving();
  }

  setTheme(theme: Theme): void {
    setAtmosphere(theme);
  }

  resize(width: number, height: number): void {
    this.camera.aspect = width / Math.max(1, height);
    this.renderer.setSize(width, height, false);
  }

  /** As sharp as the machine can keep up with. */
  moving(): void {
    const wanted = this.software ? 1 : Math.min(devicePixelRatio, 2);
    this.setRatio(Math.max(0.6, wanted - this.slow * 0.2));
  }

  /** Nobody waits for a picture that stands still: let it be sharp. */
  still(): void {
    this.setRatio(Math.min(2, Math.max(devicePixelRatio, this.software ? 1.5 : 1)));
  }

  render(): void {
    this.renderer.render(this.graph, this.camera);
    this.afterRender?.();
  }

  /** Gives up sharpness in steps while frames take too long; never takes it back, which would only flicker. */
  report(frameMillis: number): void {
    if (frameMillis > 45 && this.slow < 2) this.slow += 0.1;
  }

  /** The GPU has really finished: reading a pixel back waits for it. */
  finish(): void {
    const gl = this.renderer.getContext();
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
  }

  private setRatio(ratio: number): void {
    const stepped = Math.round(ratio * 5) / 5;
    if (stepped === this.ratio) return;
    this.ratio = stepped;
    this.renderer.setPixelRatio(stepped);
  }
}

/** Asked on a canvas of its own, since the answer decides how the real one is made. */
function isSoftware(): boolean {
  const gl = document.createElement('canvas').getContext('webgl2');
  if (!gl) return true;
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const name = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}
