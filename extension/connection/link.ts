import type { BuildFacts } from '../../shared/spending/blockers.ts';
import type { ApiErrorKind } from '../edge-client/api-error.ts';
import type { ConnectionStatus } from './status.ts';

/** Failures after which nothing that is sent now would arrive at the edge. */
const UNREACHABLE: ReadonlySet<ApiErrorKind> = new Set(['edge-unreachable', 'edge-timeout', 'not-an-edge']);

/** What stands between this browser and the service, as a cause that building does not work; null: nothing does. */
export function linkOf(status: ConnectionStatus): BuildFacts['link'] {
  switch (status.kind) {
    case 'not-paired':
    case 'offline':
      return { kind: status.kind };
    case 'service-failing':
      return { kind: 'service-not-answering', since: status.since };
    case 'failing': {
      const { cause: kind, since } = status;
      if (kind === 'revoked') return { kind: 'not-paired' };
      if (kind === 'key-rejected') return { kind, since };
      return UNREACHABLE.has(kind) ? { kind: 'edge-not-answering', since } : null;
    }
    case 'fine':
    case 'loading':
    case 'no-credits':
    case 'clock-wrong':
    case 'stale':
    case 'storage-failing':
    case 'partly':
      return null;
  }
}
