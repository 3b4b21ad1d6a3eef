import { browser } from 'wxt/browser';
import { attentionView } from '../attention/view.ts';
import { failureKindWords } from '../i18n/failure-kind-words.ts';
import { namingOf } from '../i18n/naming.ts';
import { t } from '../i18n/t.ts';
import type { MessageHandlers } from '../messaging/contract.ts';
import { attentionItem, readSnapshot } from '../storage/account.ts';
import { type Notice, noticesItem } from '../storage/notices.ts';
import { readSettings } from '../storage/settings.ts';
import { openDeepLink } from '../ui/open-page.ts';
import { buttonsOf, clearNotice, create, isRaisable, offeredRaise } from './show.ts';

const NO_NAMES = namingOf({ names: {} }, true);

/** Registers the listeners for clicks on notifications and their buttons. */
export function listenToNotifications(
  commands: Pick<MessageHandlers, 'acknowledge' | 'setCap' | 'saveSettings'>,
): void {
  browser.notifications.onClicked.addListener((id) => void onClicked(id));
  browser.notifications.onButtonClicked?.addListener((id, index) => void onButton(id, index));

  async function onClicked(id: string): Promise<void> {
    const notice = await shownNotice(id);
    if (notice) await openThing(notice);
    else await openDeepLink('');
    await clearNotice(id);
  }

  async function onButton(id: string, index: number): Promise<void> {
    const notice = await shownNotice(id);
    if (!notice) return;
    const button = buttonsOf(notice, NO_NAMES)[index];
    switch (button?.does) {
      case 'open':
        await openThing(notice);
        return clearNotice(id);
      case 'acknowledge':
        await commands.acknowledge({ id: notice.noticeId });
        return clearNotice(id);
      case 'mute-project':
        await muteProject(notice);
        return clearNotice(id);
      case 'raise':
        return raise(notice);
      case undefined:
        return;
    }
  }

  async function muteProject(notice: Notice): Promise<void> {
    const settings = await readSettings();
    if (notice.projectId === null || settings.silencedProjects.includes(notice.projectId)) return;
    const silencedProjects = [...settings.silencedProjects, notice.projectId];
    await commands.saveSettings({ settings: { silencedProjects }, ways: {} });
  }

  async function raise(notice: Notice): Promise<void> {
    const [attention, stored, settings] = await Promise.all([
      attentionItem.getValue(),
      readSnapshot(),
      readSettings(),
    ]);
    const { items } = attentionView(stored?.snapshot ?? null, attention);
    const item = items.find(({ id }) => id === notice.noticeId);
    // If the cap was changed since, raising it could lower it.
    const limitNow = item?.reason.kind === 'credit-cap' ? item.reason.limit : null;
    const to = offeredRaise(notice);
    if (
      to === null ||
      !isRaisable(notice.about) ||
      notice.projectId === null ||
      limitNow !== notice.about.limit
    )
      return openDeepLink(notice.noticeId);
    const { category, limit: from } = notice.about;
    const done = await commands.setCap({
      itemId: notice.noticeId,
      projectId: notice.projectId,
      category,
      from,
      to,
    });
    const naming = namingOf(attention, settings.screenShare);
    const name = naming.project(notice.projectId);
    await create(notice.noticeId, {
      title: done.ok ? t('raise.done', { name, to: naming.number(to) }) : t('notice.notRaised', { name }),
      message: done.ok ? t('raise.doneFrom', { from: naming.number(from) }) : failureKindWords(done.error),
      critical: !done.ok,
      buttons: [],
    });
  }
}

/** A success opens its site, anything else its row in the popup. */
async function openThing(notice: Notice): Promise<void> {
  const project = (await readSnapshot())?.snapshot.sections.projects.data?.items.find(
    (item) => item.projectId === notice.projectId,
  );
  const site =
    notice.about.kind === 'deploy-finished' && notice.about.outcome === 'succeeded'
      ? (notice.about.liveUrl ?? project?.deploy?.liveUrl ?? project?.productionUrl)
      : notice.about.kind === 'run-finished' && notice.about.outcome === 'succeeded'
        ? project?.previewUrl
        : null;
  if (site?.startsWith('https://')) await browser.tabs.create({ url: site });
  else await openDeepLink(notice.noticeId);
}

/** The newest notification shown under this id: a newer suppressed one never had the clicked buttons. */
async function shownNotice(noticeId: string): Promise<Notice | undefined> {
  const notices = await noticesItem.getValue();
  return notices.find((notice) => notice.noticeId === noticeId && notice.fate.is === 'shown');
}
