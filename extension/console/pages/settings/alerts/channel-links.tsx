import { LINK_LEVELS } from '../../../../../shared/edge-api/links.ts';
import { t } from '../../../../i18n/t.ts';
import { ChoiceChips } from '../../../../ui/chips.tsx';
import { TextField } from '../../../../ui/form.tsx';
import type { ChannelFields } from '../../../kit/channel-fields.ts';

const NONE = 'none';
const CHOICES = [NONE, ...LINK_LEVELS] as const;

/** What the links of its alerts may do, each with what stands before it, and up to how much. */
export function ChannelLinks({
  fields,
  edit,
  linkable,
  isOpenTopic,
}: {
  fields: ChannelFields;
  edit: (part: Partial<ChannelFields>) => void;
  /** Whether the edge knows its public address. */
  linkable: boolean;
  /** Whether whoever knows the name of its topic reads it. */
  isOpenTopic: boolean;
}) {
  const { links, upTo } = fields;
  const chosen = LINK_LEVELS.find((level) => level === links) ?? NONE;
  const lack = linkable ? null : t('console.alerts.links.noAddress');
  return (
    <>
      <fieldset class="verbs options wide-line" aria-label={t('console.alerts.links.title')}>
        <span class="meta">{t('console.alerts.links.title')}</span>
        {CHOICES.map((choice) => (
          <ChoiceChips
            key={choice}
            of={[choice] as const}
            chosen={chosen}
            words={(level: (typeof CHOICES)[number]) => t(`console.alerts.links.${level}`)}
            title={(level) => (level === NONE ? '' : t(`console.alerts.links.means.${level}`))}
            off={
              (choice !== NONE && lack) ||
              (choice === 'spends' && isOpenTopic && t('console.alerts.links.openTopic'))
            }
            onChoose={(level) => edit({ links: level === NONE ? '' : level })}
          />
        ))}
      </fieldset>
      {links === 'spends' && (
        <TextField
          label={t('console.alerts.links.upTo')}
          type="number"
          min="1"
          required
          value={upTo}
          onText={(text) => edit({ upTo: text })}
        />
      )}
      {(lack ?? (links !== '' ? t('console.alerts.links.who') : null)) !== null && (
        <p class="meta wide-line">{lack ?? t('console.alerts.links.who')}</p>
      )}
    </>
  );
}
