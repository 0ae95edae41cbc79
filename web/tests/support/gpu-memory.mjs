/** Has the page count what it keeps on the GPU: from then on `gpuMemory()` in it gives the bytes of its textures and of its buffers. */
export const countGpuMemory = (context) => context.addInitScript(count);

/** Runs in the page, before its scripts. */
function count() {
  const textures = new Map();
  const buffers = new Map();
  const sum = (bytes) => [...bytes.values()].reduce((a, b) => a + b, 0);
  window.gpuMemory = () => ({ textures: sum(textures), buffers: sum(buffers) });

  const GL = WebGL2RenderingContext;
  const TEXELS = { [GL.R8]: 1, [GL.RED]: 1, [GL.RG8]: 2, [GL.RGBA16F]: 8, [GL.RGBA32F]: 16 };
  const bound = (gl, target) =>
    gl.getParameter(target === GL.TEXTURE_2D ? GL.TEXTURE_BINDING_2D : GL[`TEXTURE_BINDING_${targets[target]}`]);
  const targets = { [GL.TEXTURE_3D]: '3D', [GL.TEXTURE_2D_ARRAY]: '2D_ARRAY', [GL.TEXTURE_CUBE_MAP]: 'CUBE_MAP' };
  const all = (gl, target, levels, format, width, height, depth) => {
    let bytes = 0;
    for (let level = 0; level < levels; level++) {
      bytes += Math.max(1, width >> level) * Math.max(1, height >> level) * depth * (TEXELS[format] ?? 4);
    }
    textures.set(bound(gl, target), bytes * (target === GL.TEXTURE_CUBE_MAP ? 6 : 1));
  };
  const after = (name, then) => {
    const real = GL.prototype[name];
    GL.prototype[name] = function (...args) {
      const answer = real.apply(this, args);
      then(this, ...args);
      return answer;
    };
  };
  after('texStorage2D', (gl, target, levels, format, width, height) => all(gl, target, levels, format, width, height, 1));
  after('texStorage3D', all);
  after('texImage2D', (gl, target, level, format, ...rest) => {
    if (level > 0 || !(target === GL.TEXTURE_2D)) return;
    const [width, height] = rest.length > 4 ? rest : [rest[2].width, rest[2].height];
    all(gl, target, 1, format, width, height, 1);
  });
  after('deleteTexture', (_, texture) => textures.delete(texture));
  after('bufferData', (gl, target, data) => {
    const at = target === GL.ELEMENT_ARRAY_BUFFER ? GL.ELEMENT_ARRAY_BUFFER_BINDING : GL.ARRAY_BUFFER_BINDING;
    buffers.set(gl.getParameter(at), typeof data === 'number' ? data : data.byteLength);
  });
  after('deleteBuffer', (_, buffer) => buffers.delete(buffer));
}
