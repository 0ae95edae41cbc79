import { render } from 'preact';
import '../ui/base.css';
import './library.css';
import './toolbar.css';
import './rows.css';
import './notices.css';
import './uploads.css';
import './narrow.css';
import { Page } from './Page';
import { start } from './list';

render(<Page />, document.getElementById('app')!);
void start();
