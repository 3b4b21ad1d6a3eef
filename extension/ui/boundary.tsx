import { Component, type ComponentChildren } from 'preact';
import { lazily } from './lazily.tsx';
import { healStored } from './stored-state.ts';

const Broken = lazily(async () => (await import('./broken.tsx')).Broken);

/**
 * A page. Where it fails on what is stored, that is repaired and the page painted again, once; after that it
 * shows what leads out of it: never a white page.
 */
export class Boundary extends Component<{ children?: ComponentChildren }> {
  override state: { is: 'whole' | 'healing' | 'broken' } = {
    is: this.props.children === undefined ? 'broken' : 'whole',
  };
  #isHealed = false;

  override componentDidCatch(): void {
    const is = this.#isHealed ? 'broken' : 'healing';
    this.setState({ is });
    if (is === 'broken') return;
    this.#isHealed = true;
    const paintAgain = () => this.setState({ is: 'whole' });
    void healStored().then(paintAgain, paintAgain);
  }

  override render() {
    if (this.state.is === 'healing') return null;
    return this.state.is === 'broken' ? <Broken /> : this.props.children;
  }
}
