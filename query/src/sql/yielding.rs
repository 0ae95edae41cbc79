//! Has plans give way to others, so that a question can be given up at any time.
//!
//! The engine gives way where rows come from files. A join may make any number of rows out of few, and would go on until it has made them all.

use std::sync::Arc;

use datafusion::common::Result;
use datafusion::common::tree_node::{Transformed, TransformedResult as _, TreeNode as _};
use datafusion::config::ConfigOptions;
use datafusion::physical_optimizer::PhysicalOptimizerRule;
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::coop::CooperativeExec;
use datafusion::physical_plan::unnest::UnnestExec;

/// Puts a node that gives way on each one that may make many rows of few.
#[derive(Debug)]
pub(super) struct Yielding;

impl PhysicalOptimizerRule for Yielding {
    fn optimize(
        &self,
        plan: Arc<dyn ExecutionPlan>,
        _: &ConfigOptions,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let yielding = plan.transform_up(|node| {
            let may_multiply = node.children().len() > 1 || node.is::<UnnestExec>();
            Ok(if may_multiply {
                Transformed::yes(Arc::new(CooperativeExec::new(node)) as _)
            } else {
                Transformed::no(node)
            })
        });
        yielding.data()
    }

    fn name(&self) -> &str {
        "yielding"
    }

    fn schema_check(&self) -> bool {
        true
    }
}
