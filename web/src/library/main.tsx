import { render } from 'preact';
import '../ui/base.css';
import './library.css';
import { Page } from './Page';
import { start } from './list';

render(<Page />, document.getElementById('app')!);
void start();
