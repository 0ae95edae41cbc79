import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/** Closes what is open at Escape, and at a press elsewhere. */
export function useClosed(details: RefObject<HTMLDetailsElement | null>) {
  useEffect(() => {
    const watching = new AbortController();
    const close = () => details.current && (details.current.open = false);
    const onPress = ({ target }: Event) => !details.current?.contains(target as Node) && close();
    document.addEventListener('pointerdown', onPress, { signal: watching.signal });
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && close(), { signal: watching.signal });
    return () => watching.abort();
  }, []);
}
