import { type BufferGeometry, InstancedBufferGeometry } from 'three';

/** A geometry for many of a shape, with buffers of its own: those that two geometries share go with the first that is disposed of. */
export function instancedOf(shape: BufferGeometry): InstancedBufferGeometry {
  const geometry = new InstancedBufferGeometry();
  geometry.index = shape.index?.clone() ?? null;
  for (const [name, attribute] of Object.entries(shape.attributes)) geometry.setAttribute(name, attribute.clone());
  return geometry;
}
