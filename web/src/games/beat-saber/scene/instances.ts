import {
  type BufferGeometry,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  type InstancedBufferGeometry,
  type Material,
  Matrix4,
  Mesh,
  type Quaternion,
  type Vector3,
} from 'three';
import { instancedOf } from '../../../stage/instanced';

/** Many of one shape in one draw call, filled anew for every picture. */
export class Instances {
  readonly mesh: Mesh;
  private readonly matrices: InstancedBufferAttribute;
  private readonly extras: Record<string, InstancedBufferAttribute> = {};
  private readonly geometry: InstancedBufferGeometry;
  private readonly matrix = new Matrix4();
  private count = 0;

  /** `extras`: further attributes an instance has, name → number of components. */
  constructor(
    shape: BufferGeometry,
    material: Material,
    readonly capacity: number,
    extras: Record<string, number>,
  ) {
    this.geometry = instancedOf(shape);
    this.matrices = attribute(capacity, 16);
    this.geometry.setAttribute('aMatrix', this.matrices);
    for (const [name, size] of Object.entries(extras)) {
      this.extras[name] = attribute(capacity, size);
      this.geometry.setAttribute(name, this.extras[name]);
    }
    this.mesh = new Mesh(this.geometry, material);
    this.mesh.frustumCulled = false;
    this.mesh.matrixAutoUpdate = false;
  }

  begin(): void {
    this.count = 0;
  }

  /** Values in the order of `extras`, all components in a row. Instances that do not fit are left out. */
  push(position: Vector3, rotation: Quaternion, scale: Vector3, ...values: number[]): void {
    if (this.count >= this.capacity) return;
    this.matrix.compose(position, rotation, scale).toArray(this.matrices.array, this.count * 16);
    let next = 0;
    for (const extra of Object.values(this.extras)) {
      for (let i = 0; i < extra.itemSize; i++) extra.array[this.count * extra.itemSize + i] = values[next++] ?? 0;
    }
    this.count++;
  }

  end(): void {
    // Without any the shader would not be made ready.
    this.geometry.instanceCount = Math.max(1, this.count);
    this.mesh.visible = this.count > 0;
    for (const attribute of [this.matrices, ...Object.values(this.extras)]) {
      attribute.clearUpdateRanges();
      attribute.addUpdateRange(0, this.count * attribute.itemSize);
      attribute.needsUpdate = this.count > 0;
    }
  }

  dispose(): void {
    this.geometry.dispose();
  }
}

function attribute(count: number, size: number): InstancedBufferAttribute {
  const attribute = new InstancedBufferAttribute(new Float32Array(count * size), size);
  attribute.setUsage(DynamicDrawUsage);
  return attribute;
}
