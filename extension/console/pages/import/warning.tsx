import type { ComponentChildren } from 'preact';
import { Glyph } from '../../../ui/icons.tsx';

/** What went wrong, or is in the way, said at once. @param verb what can be done about it */
export const Warning = ({ children, verb }: { children: ComponentChildren; verb?: ComponentChildren }) => (
  <p class="notice" role="alert">
    <Glyph name="warning" />
    <span>{children}</span>
    {verb}
  </p>
);
