import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { t } from '../i18n/t.ts';
import { Button, type Off } from './button.tsx';
import { verbOf } from './confirm.tsx';

/**
 * Copies a text and announces the result, or that it has to be copied by hand. Use it in a live region.
 * @param text a function: it is made when it is copied
 * @param of what it copies, where other buttons copy other things
 * @param children said once it is copied
 */
export function CopyButton({
  text,
  of,
  label = t('verb.copy'),
  quiet = false,
  off,
  children,
}: {
  text: string | (() => string);
  of?: string;
  label?: string;
  quiet?: boolean;
  off?: Off;
  children?: ComponentChildren;
}) {
  const outcome = useSignal<'done' | 'refused' | null>(null);
  const copy = () =>
    navigator.clipboard.writeText(typeof text === 'string' ? text : text()).then(
      () => (outcome.value = 'done'),
      () => (outcome.value = 'refused'),
    );
  return (
    <span class="verbs">
      <Button
        quiet={quiet}
        off={off}
        title={typeof text === 'string' ? text : undefined}
        aria-label={of === undefined ? undefined : verbOf(label, of)}
        onClick={() => void copy()}
      >
        {label}
      </Button>
      {outcome.value && (
        <span class="meta">
          {t(`copy.${outcome.value}`)} {outcome.value === 'done' && children}
        </span>
      )}
    </span>
  );
}
