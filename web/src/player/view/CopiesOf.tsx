import { useSignal, useSignalEffect } from '@preact/signals';
import { type Copy, copiesOf, relationOf } from '../../replays/copies';
import { type ReplayRecord, playersOf, recordOf, titleOf } from '../../replays/record';

/** Which other replays it agrees with. */
export function CopiesOf({ id }: { id: string }) {
  const found = useSignal<{ copy: Copy; other: ReplayRecord | null }[]>([]);
  useSignalEffect(() => {
    void copiesOf(id).then(async (known) => {
      const copies = known?.copies ?? [];
      found.value = await Promise.all(copies.map(async (copy) => ({ copy, other: await recordOf(copy.id) })));
    });
  });
  return (
    <>
      {found.value.map(({ copy, other }) => (
        <p key={copy.id} class="copy">
          {relationOf(copy)} <bdi>{other ? `“${titleOf(other)}”, played by ${playersOf(other)}` : copy.id}</bdi>.{' '}
          <a href={`compare.html?${new URLSearchParams({ a: id, b: copy.id })}`}>Side by side</a>
        </p>
      ))}
    </>
  );
}
