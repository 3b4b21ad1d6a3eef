import type { Announcement } from '../../shared/attention/news.ts';
import { mobileBuildEnding } from '../../shared/endings/deploy-ending.ts';
import type { GlyphName } from '../ui/icons.tsx';
import { ENDED_GLYPH } from './recent.tsx';

/** The sign of what happened, wherever it is listed: by how it ended, else by its severity. */
export function announcedSign({ about, severity }: Pick<Announcement, 'about' | 'severity'>): GlyphName {
  if ('outcome' in about) return ENDED_GLYPH[about.outcome];
  const ending = about.kind === 'mobile-build-finished' ? mobileBuildEnding(about) : 'not-known';
  if (ending !== 'not-known') return ENDED_GLYPH[ending];
  return severity === 'note' ? 'seen' : severity;
}
