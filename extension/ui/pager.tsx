import type { ComponentChildren } from 'preact';
import { t } from '../i18n/t.ts';
import { Button } from './button.tsx';

/** Where one is in a list that is read in pages, and the way to the pages beside it; null: there is none. */
export function Pager({
  children,
  onPrevious,
  onNext,
}: {
  /** The position, in words. */
  children?: ComponentChildren;
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
}) {
  return (
    <span class="pager">
      <span class="meta" role="status">
        {children}
      </span>
      {(onPrevious || onNext) && (
        <span class="verbs">
          <Step label={t('verb.previous')} face="‹" onStep={onPrevious} />
          <Step label={t('verb.next')} face="›" onStep={onNext} />
        </span>
      )}
    </span>
  );
}

const Step = ({ label, face, onStep }: { label: string; face: string; onStep: (() => void) | null }) => (
  <Button
    quiet
    aria-label={label}
    title={label}
    off={onStep === null && t('status.nothingFound')}
    onClick={() => onStep?.()}
  >
    {face}
  </Button>
);
