import { useSignal, useSignalEffect } from '@preact/signals';
import { t } from '../i18n/t.ts';
import { demoItem } from '../storage/session.ts';
import { Button } from '../ui/button.tsx';
import { leaveDemo, openDemo } from './open-demo.ts';

/** Offers the demo account while not paired; ends it while it is shown. */
export function DemoOffer({ primary = false }: { primary?: boolean }) {
  const isOn = useSignal(false);
  useSignalEffect(() => {
    void demoItem.getValue().then((demo) => (isOn.value = demo !== null));
    return demoItem.watch((demo) => (isOn.value = demo !== null));
  });
  return (
    <div class="demo-offer verbs">
      <Button
        class={primary ? 'button primary' : 'button'}
        aria-describedby="demo-facts"
        onClick={() => void openDemo()}
      >
        {t('verb.lookAround')}
      </Button>
      {isOn.value && (
        <Button quiet onClick={() => void leaveDemo()}>
          {t('demo.leave')}
        </Button>
      )}
      <span class="meta" id="demo-facts">
        {isOn.value ? t('demo.on') : t('demo.offer')}
      </span>
    </div>
  );
}
