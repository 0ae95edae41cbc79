import { BufferGeometry, type Color, DoubleSide, Float32BufferAttribute, Mesh, MeshBasicMaterial, Vector3 } from 'three';

/** Fades from where something is to where it was: two ribbons along the way, one standing on the other, so that one is seen from anywhere. */
export class Trail {
  readonly mesh: Mesh<BufferGeometry, MeshBasicMaterial>;
  private readonly side = new Vector3();
  private readonly along = new Vector3();

  /** `steps`: pieces; `radius`: half its width at its front, in uu; `strength`: how opaque it is there. */
  constructor(
    private readonly steps: number,
    private readonly radius: number,
    private readonly strength: number,
  ) {
    const shape = new BufferGeometry();
    shape.setAttribute('position', new Float32BufferAttribute(new Float32Array((steps + 1) * 12), 3));
    shape.setAttribute('color', new Float32BufferAttribute(new Float32Array((steps + 1) * 16), 4));
    const faces: number[] = [];
    for (let i = 0; i < steps; i++) for (const a of [i * 4, i * 4 + 2]) faces.push(a, a + 1, a + 4, a + 1, a + 5, a + 4);
    shape.setIndex(faces);
    this.mesh = new Mesh(shape, new MeshBasicMaterial({ vertexColors: true, transparent: true, side: DoubleSide, depthWrite: false }));
    this.mesh.frustumCulled = false;
  }

  /** `placeAt` puts where it was at each step, 0 being now, and says whether it draws a trail there. */
  update(colour: Color, placeAt: (step: number, out: Vector3) => boolean): void {
    const position = this.mesh.geometry.getAttribute('position');
    const color = this.mesh.geometry.getAttribute('color');
    const [now, before] = [new Vector3(), new Vector3()];
    let visible = false;
    let draws = placeAt(0, before);
    for (let i = 0; i <= this.steps; i++) {
      // Once broken it does not go on.
      if (i > 0) draws = placeAt(i, now) && draws;
      else now.copy(before);
      this.along.copy(before).sub(now);
      if (this.along.lengthSq() > 1) this.side.set(this.along.y, -this.along.x, 0).normalize();
      const half = this.radius * (1 - i / this.steps);
      const corners = [
        this.side.clone().multiplyScalar(half),
        this.side.clone().multiplyScalar(-half),
        new Vector3(0, 0, half),
        new Vector3(0, 0, -half),
      ];
      corners.forEach((corner, k) => {
        position.setXYZ(i * 4 + k, now.x + corner.x, now.y + corner.y, now.z + corner.z);
        color.setXYZW(i * 4 + k, colour.r, colour.g, colour.b, draws ? this.strength * (1 - i / this.steps) : 0);
      });
      visible ||= i > 0 && draws;
      before.copy(now);
    }
    position.needsUpdate = color.needsUpdate = true;
    this.mesh.visible = visible;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}
