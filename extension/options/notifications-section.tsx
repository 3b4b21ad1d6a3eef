import { HOUR_MS } from '../../shared/time.ts';
import { formatClock } from '../i18n/format.ts';
import { t } from '../i18n/t.ts';
import { GROUPS, groupName, TOPICS, topicGroup, topicName } from '../i18n/topic-words.ts';
import { Button } from '../ui/button.tsx';
import { verbOf } from '../ui/confirm.tsx';
import { Checkbox } from '../ui/form.tsx';
import { browserNow, naming, settingsNow } from '../ui/page-state.ts';
import { saveSettings } from '../ui/settings-change.ts';

/** What this browser shows, and when: rules, quiet hours, muted projects. */
export function NotificationRules() {
  const settings = settingsNow.value;
  const { quietHours, silencedTopics } = settings;
  return (
    <>
      <Mute />
      {GROUPS.map((group) => (
        <fieldset key={group} class="topic-group">
          <legend class="meta">{groupName(group)}</legend>
          <AllOrNone group={group} />
          <div class="columns">
            {TOPICS.filter((topic) => topicGroup(topic) === group).map((topic) => (
              <Checkbox
                key={topic}
                class="toggle"
                checked={!silencedTopics.includes(topic)}
                label={topicName(topic)}
                onChange={(on) =>
                  void saveSettings({
                    silencedTopics: on
                      ? silencedTopics.filter((other) => other !== topic)
                      : [...silencedTopics, topic],
                  })
                }
              />
            ))}
          </div>
        </fieldset>
      ))}
      <div class="line-up">
        <Checkbox
          class="toggle"
          checked={quietHours.on}
          label={t('options.quietHours')}
          onChange={(on) => void saveSettings({ quietHours: { ...quietHours, on } })}
        />
        <div class="pair-of">
          <WallClock end="from" label={t('fact.from')} />
          <WallClock end="to" label={t('fact.to')} />
        </div>
        <p class="meta" role="status">
          {quietHours.on && quietHours.from === quietHours.to && t('options.quietNone')}
        </p>
      </div>
      <label class="line-up">
        <span>{t('options.long')}</span>
        <input
          class="input short"
          type="number"
          min={0}
          max={600}
          value={settings.longAfterMinutes}
          onChange={(event) => {
            const minutes = event.currentTarget.valueAsNumber;
            if (minutes >= 0 && minutes <= 600) void saveSettings({ longAfterMinutes: minutes });
          }}
        />
        <span>{t('options.minutes')}</span>
      </label>
      <MutedProjects />
    </>
  );
}

function AllOrNone({ group }: { group: (typeof GROUPS)[number] }) {
  const { silencedTopics } = settingsNow.value;
  const own = TOPICS.filter((topic) => topicGroup(topic) === group);
  const others = silencedTopics.filter((topic) => !own.some((one) => one === topic));
  const isAll = others.length === silencedTopics.length;
  const verb = t(isAll ? 'options.topicsNone' : 'options.topicsAll');
  return (
    <Button
      quiet
      aria-label={verbOf(verb, groupName(group))}
      onClick={() => void saveSettings({ silencedTopics: isAll ? [...others, ...own] : others })}
    >
      {verb}
    </Button>
  );
}

function Mute() {
  const { mutedUntil } = settingsNow.value;
  const muted = mutedUntil > browserNow.value;
  return (
    <div class="verbs">
      <Button onClick={() => void saveSettings({ mutedUntil: muted ? 0 : Date.now() + HOUR_MS })}>
        {muted ? t('verb.unmute') : t('verb.muteHour')}
      </Button>
      {muted && (
        <span class="meta">{t('status.muted', { at: formatClock(mutedUntil, browserNow.value) })}</span>
      )}
    </div>
  );
}

function WallClock({ end, label }: { end: 'from' | 'to'; label: string }) {
  const { quietHours } = settingsNow.value;
  return (
    <label class="line-up">
      <span>{label}</span>
      <input
        class="input short"
        type="time"
        value={quietHours[end]}
        disabled={!quietHours.on}
        onChange={(event) => {
          const { value } = event.currentTarget;
          if (value) void saveSettings({ quietHours: { ...quietHours, [end]: value } });
        }}
      />
    </label>
  );
}

function MutedProjects() {
  const { silencedProjects } = settingsNow.value;
  if (silencedProjects.length === 0) return null;
  return (
    <>
      <h3 class="meta">{t('options.mutedProjects')}</h3>
      <ul class="lines">
        {silencedProjects.map((projectId) => (
          <li key={projectId}>
            <span>{naming.value.wholeName(projectId)}</span>
            <Button
              onClick={() =>
                void saveSettings({
                  silencedProjects: silencedProjects.filter((other) => other !== projectId),
                })
              }
            >
              {t('verb.unmute')}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
