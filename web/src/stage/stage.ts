import { type Object3D, OrthographicCamera, PerspectiveCamera, Scene as Graph, WebGLRenderer } from 'three';
import type { Theme } from '../ui/theme';
import { setAtmosphere } from './atmosphere';
import { backdrop } from './backdrop';

/** Sees all there is, however far away. */
const EVERYTHING = new OrthographicCamera(-1e6, 1e6, 1e6, -1e6, -1e6, 1e6);

/** A picture of one pixel, which is not shown. To three.js it is the canvas, so that it draws there with the same shaders. */
function unseen(gl: WebGL2RenderingContext): WebGLFramebuffer {
  const framebuffer = gl.createFramebuffer()!;
  gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
  for (const [place, format] of [
    [gl.COLOR_ATTACHMENT0, gl.RGBA8],
    [gl.DEPTH_STENCIL_ATTACHMENT, gl.DEPTH24_STENCIL8],
  ] as const) {
    const buffer = gl.createRenderbuffer();
    gl.bindRenderbuffer(gl.RENDERBUFFER, buffer);
    gl.renderbufferStorage(gl.RENDERBUFFER, format, 1, 1);
    gl.framebufferRenderbuffer(gl.FRAMEBUFFER, place, gl.RENDERBUFFER, buffer);
  }
  return framebuffer;
}

/** The picture: canvas, renderer, camera and the air in it. */
export class Stage {
  readonly renderer: WebGLRenderer;
  readonly camera = new PerspectiveCamera(60, 16 / 9, 0.05, 400);
  readonly graph = new Graph();
  /** Drawn by the processor: every pixel counts. */
  readonly software: boolean;
  /** Called when a picture was drawn, while it is still there to be read. */
  afterRender: (() => void) | null = null;
  private unseen: WebGLFramebuffer | null = null;
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

  /** A picture that stands still may take longer: let it be sharp. */
  still(): void {
    this.setRatio(this.sharpest);
  }

  /** Draws the picture once more, as sharp as it is, and returns how long the sharpest one would take in milliseconds: each pixel takes
   * its time, and where no graphics card shows them, clicks and keys wait for all of them. */
  async timeSharpest(): Promise<number> {
    const began = performance.now();
    this.render();
    await this.finished();
    return (performance.now() - began) * (this.sharpest / this.ratio) ** 2;
  }

  /** Pixels of the sharpest picture on one of the page. */
  private get sharpest(): number {
    return Math.min(2, Math.max(devicePixelRatio, this.software ? 1.5 : 1));
  }

  render(): void {
    this.renderer.render(this.graph, this.camera);
    this.afterRender?.();
  }

  /** Gives up sharpness in steps while frames take too long; never takes it back, which would only flicker. */
  report(frameMillis: number): void {
    if (frameMillis > 45 && this.slow < 2) this.slow += 0.1;
  }

  /** Makes the shaders of `root` ready, also for parts that are only seen later: shaders take long, and the page goes on meanwhile. */
  async prepare(root: Object3D): Promise<void> {
    const { renderer } = this;
    const graph = new Graph().add(root);
    const compiled: Promise<unknown>[] = [];
    const later: Object3D[] = [];
    root.traverse((part) => !part.visible && later.push(part));
    for (const part of later) part.visible = true;
    root.traverse((part) => 'material' in part && compiled.push(renderer.compileAsync(part, EVERYTHING, graph)));
    await Promise.all(compiled);
    // The GPU finishes a shader when it first draws with it.
    const gl = renderer.getContext() as WebGL2RenderingContext;
    gl.bindFramebuffer(gl.FRAMEBUFFER, (this.unseen ??= unseen(gl)));
    renderer.render(graph, EVERYTHING);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    for (const part of later) part.visible = false;
    await this.finished();
  }

  /** The GPU has really finished what it was given so far. */
  async finished(): Promise<void> {
    const gl = this.renderer.getContext() as WebGL2RenderingContext;
    const sync = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    // Nothing is finished where the GPU was taken away.
    if (!sync) return;
    gl.flush();
    do await new Promise((resolve) => setTimeout(resolve));
    while (gl.clientWaitSync(sync, 0, 0) === gl.TIMEOUT_EXPIRED);
    gl.deleteSync(sync);
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
