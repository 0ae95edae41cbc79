// Maps that lie elsewhere.
import { DecodeError } from '../decoder';
import { sameOrigin } from './sources';

/** The zip file at an address. */
export async function fetchMap(address: string): Promise<Blob> {
  const response = await fetch(addressOf(address)).catch(() => null);
  if (response?.ok) return response.blob();
  const why = response ? `answered ${response.status}` : 'did not answer';
  throw new DecodeError({ error: `The map could not be fetched: the server ${why}.`, isOfMap: true });
}

function addressOf(address: string): URL {
  try {
    return sameOrigin(address, 'Maps');
  } catch (error) {
    throw error instanceof DecodeError ? error.ofMap() : error;
  }
}
